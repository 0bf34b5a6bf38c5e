import type { CommandSignature } from "./catalogue/command-types.ts";
import type { DataNode } from "./data-nodes.ts";
import type { Range } from "./range.ts";
import type { Problem } from "./text-nodes.ts";

/** A configuration, `.lobsterrc.yaml`. Always there; problems say what is wrong with it. */
export interface ConfigTree {
  readonly kind: "config";
  readonly range: Range;
  readonly text: string;
  readonly root: DataNode | null;
  /** The commands that it adds, as far as they can be read. */
  readonly commands: readonly CommandSignature[];
  /** Severities of rules, as written; which rules there are, the checker knows. */
  readonly rules: readonly RuleSetting[];
  readonly extraKeys: readonly string[];
  /** What folders are checked without. */
  readonly ignore: readonly PathPattern[];
  /** What is different for some files, in their order. */
  readonly paths: readonly (PathPattern & { readonly rules: readonly RuleSetting[] })[];
  readonly problems: readonly Problem[];
}

/** A pattern of paths, from the folder of the configuration. */
export interface PathPattern {
  readonly pattern: string;
  readonly range: Range;
}

export interface RuleSetting {
  readonly rule: string;
  readonly level: "off" | "info" | "warning" | "error";
  /** The rule's name where it is written. */
  readonly range: Range;
}
