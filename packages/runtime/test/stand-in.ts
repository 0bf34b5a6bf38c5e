import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "./plan-builder.ts";

/** A small program on PATH in the place of a real one. */
export interface StandIn {
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of each call so far. */
  readonly calls: () => readonly (readonly string[])[];
}

/** Puts a program of this name first on PATH: it notes its arguments, and then runs `script` (Node; `words` are they). */
export function standIn(name: string, script: string): StandIn {
  const folder = freshFolder();
  const log = join(folder, "calls.jsonl");
  writeFileSync(log, "");
  const text = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(words) + "\\n");
${script}
`;
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), 0o755);
  const calls = () =>
    readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as string[]);
  return { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` }, calls };
}
