import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { checkConfig, ruleLevelsOf } from "@lobster-lang/checker";
import type { RuleLevel } from "@lobster-lang/checker";
import { readConfig } from "@lobster-lang/grammar";
import { commandsWith, languageCommands } from "@lobster-lang/language";
import type { CommandSignature, CommandTable, ConfigTree, RuleSetting } from "@lobster-lang/language";
import type { Arguments } from "./arguments.ts";
import { FaultyFile } from "./faulty-file.ts";
import type { Io } from "./io.ts";
import { patternFits } from "./path-patterns.ts";
import { readSource } from "./read-source.ts";
import type { CheckedFile } from "./render/findings.ts";
import { UsageError } from "./usage-error.ts";

/** The name of the file that is looked for. */
export const configurationName = ".lobsterrc.yaml";

/** What a project says about its workflows. */
export interface Configuration {
  /** The file with its findings; null where there is none. */
  readonly file: CheckedFile | null;
  /** Folder of the file. */
  readonly folder: string | null;
  /** The stages of the language and of the project. */
  readonly commands: CommandTable;
  readonly own: readonly CommandSignature[];
  readonly extraKeys: readonly string[];
  readonly rules: readonly RuleSetting[];
  readonly ignore: ConfigTree["ignore"];
  readonly paths: ConfigTree["paths"];
}

const noConfiguration: Configuration = {
  file: null,
  folder: null,
  commands: languageCommands,
  own: [],
  extraKeys: [],
  rules: [],
  ignore: [],
  paths: [],
};

/** The severities of rules for a file; null is an inline pipeline. */
export function levelsFor(
  { rules, paths, folder }: Configuration,
  file: string | null,
): { readonly [ruleId: string]: RuleLevel } {
  const fitting = paths.filter(({ pattern }) => file !== null && folder !== null && patternFits(pattern, file, folder));
  return ruleLevelsOf([...rules, ...fitting.flatMap((path) => path.rules)]);
}

export interface Configurations {
  /** Of the files in a folder. Throws UsageError where it cannot be read, or belongs to somebody else. */
  of(folder: string): Promise<Configuration>;
  /** As `of`, and throws FaultyFile for one with errors: nothing runs by it. */
  sound(folder: string): Promise<Configuration>;
}

/** The configurations that a command line reads by: `--config FILE`, none by `--no-config`, else the nearest above. */
export function configurationsFor(args: Pick<Arguments, "has" | "value">, io: Io): Configurations {
  const named = args.value("config");
  if (named !== null && args.has("no-config")) throw new UsageError("`--config` and `--no-config` do not go together");
  const known = new Map<string, Promise<Configuration>>();
  const find = async (folder: string): Promise<Configuration> => {
    if (args.has("no-config")) return noConfiguration;
    if (named !== null) return readConfiguration(resolve(io.cwd, named), basename(named), io);
    const path = nearestAbove(folder, io.env["HOME"] || homedir());
    return path === null ? noConfiguration : readConfiguration(path, relative(folder, path), io);
  };
  const of = (folder: string) => {
    const found = known.get(folder) ?? find(folder);
    known.set(folder, found);
    return found;
  };
  return {
    of,
    sound: async (folder) => {
      const configuration = await of(folder);
      const { file } = configuration;
      if (file?.diagnostics.some((one) => one.severity === "error") === true) throw new FaultyFile([file]);
      return configuration;
    },
  };
}

/** The findings of a configuration that is checked by name. */
export async function checkedConfiguration(path: string, io: Io): Promise<CheckedFile> {
  return (await readConfiguration(resolve(io.cwd, path), basename(path), io)).file!;
}

async function readConfiguration(path: string, from: string, io: Io): Promise<Configuration> {
  const shown = relative(io.cwd, path).startsWith("..") ? path : relative(io.cwd, path);
  const { text, problem } = await readSource(shown, io);
  if (problem !== null) {
    const file = { path: shown, text, diagnostics: [problem] };
    return { ...noConfiguration, file, folder: dirname(path) };
  }
  const tree = readConfig(text, { fileName: path, from: from.replaceAll("\\", "/") });
  return {
    file: { path: shown, text, diagnostics: checkConfig(tree) },
    folder: dirname(path),
    commands: commandsWith(tree.commands),
    own: tree.commands,
    extraKeys: tree.extraKeys,
    rules: tree.rules,
    ignore: tree.ignore,
    paths: tree.paths,
  };
}

/**
 * The nearest configuration, in the folder itself or above it up to the root of its repository or the home folder. Where
 * neither is above, only the folder itself counts: nobody's `/tmp/.lobsterrc.yaml` may add programs.
 */
function nearestAbove(start: string, home: string): string | null {
  let found: string | null = null;
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, configurationName);
    if (found === null && existsSync(path)) found = path;
    const isBoundary = (folder === home && dirname(home) !== home) || existsSync(join(folder, ".git"));
    if (isBoundary) return found === null ? null : own(found, start);
    if (dirname(folder) === folder) return found !== null && dirname(found) === start ? own(found, start) : null;
  }
}

/** A configuration starts programs, so it must be of the user, of root, or of whoever owns the workflow's folder. */
function own(path: string, start: string): string {
  const me = process.getuid?.();
  if (me === undefined) return path;
  const owner = statSync(path).uid;
  if ([me, 0, statSync(start).uid].includes(owner)) return path;
  throw new UsageError(
    `\`${path}\` belongs to another user and could start programs: name it by \`--config\`, or leave it out by \`--no-config\``,
  );
}
