import { plainValue, resolved, ruleLevels, type ConfigTree, type DataNode, type MapNode } from "@lobster-lang/language";
import { readData } from "../yaml/read-data.ts";
import { commandsIn } from "./commands.ts";
import { checkPart, valueIn, type ReportConfig } from "./config-part.ts";

export interface ConfigOptions {
  /** `.json` is read as JSON, everything else as YAML. */
  readonly fileName?: string | null;
  /** What commands say about where they come from: a path without any machine's folders. */
  readonly from: string;
}

/** Reads a configuration (diagnostics.md "Silencing"). Never throws: what is wrong is in `problems`, rule bad-config. */
export function readConfig(text: string, options: ConfigOptions): ConfigTree {
  const format = /\.json$/i.test(options.fileName ?? "") ? "json" : "yaml";
  const data = readData(text, { format });
  const problems = [...data.problems];
  const report: ReportConfig = (node, message, fixes = []) => {
    const range = "range" in node ? node.range : node;
    problems.push({ rule: "bad-config", range, message, fixes });
  };
  const root = resolved(data.root);
  if (root !== null && root.kind !== "map" && !isEmpty(root)) {
    report(root, "a configuration is a map: write `commands:` or `rules:`");
  }
  const map = root?.kind === "map" ? root : null;
  if (map !== null) checkPart("config", map, { title: "a configuration", at: map }, report);
  return {
    kind: "config",
    range: { start: 0, end: text.length },
    text,
    root: data.root,
    commands: map === null ? [] : commandsIn(mapAt(map, "commands"), options.from, report),
    rules: map === null ? [] : rulesIn(mapAt(map, "rules")),
    extraKeys: map === null ? [] : textsIn(map, "extraKeys"),
    ignore: map === null ? [] : patternsIn(map),
    paths: map === null ? [] : pathsIn(mapAt(map, "paths")),
    problems: problems.toSorted((a, b) => a.range.start - b.range.start),
  };
}

function isEmpty(node: DataNode): boolean {
  return node.kind === "scalar" && node.value === null;
}

function mapAt(map: MapNode, key: string): MapNode | null {
  const value = resolved(valueIn(map, key));
  return value?.kind === "map" ? value : null;
}

function rulesIn(map: MapNode | null): ConfigTree["rules"] {
  return (map?.entries ?? []).flatMap(({ key, value }) => {
    const said = plainValue(value);
    const level = ruleLevels.find((one) => one === said);
    return level === undefined ? [] : [{ rule: key.text, level, range: key.range }];
  });
}

function textsIn(map: MapNode, key: string): readonly string[] {
  const value = plainValue(valueIn(map, key));
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

function patternsIn(map: MapNode): ConfigTree["ignore"] {
  const value = resolved(valueIn(map, "ignore"));
  if (value?.kind !== "list") return [];
  return value.items.flatMap((item) => {
    const pattern = plainValue(item);
    return item !== null && typeof pattern === "string" ? [{ pattern, range: item.range }] : [];
  });
}

function pathsIn(map: MapNode | null): ConfigTree["paths"] {
  return (map?.entries ?? []).flatMap(({ key, value }) => {
    const path = resolved(value);
    if (path?.kind !== "map") return [];
    return [{ pattern: key.text, range: key.range, rules: rulesIn(mapAt(path, "rules")) }];
  });
}
