import type { Diagnostic } from "@lobster-lang/language";

/** What a compilation may ask of the world around it: the texts of the workflows that steps call, and nothing else. */
export interface CompileHost {
  /**
   * Reads the file that `path` names in the file `from` (`CompileOptions.fileName`, or the `name` of an earlier answer).
   * Never throws. Without it, a step that calls a workflow is an error.
   */
  readonly readText?: (path: string, from: string | null) => CalledText;
  /** What is the same for all names of one file (its real path): so that one is found that calls itself. */
  readonly identityOf?: (fileName: string) => string | null;
}

/** A called file, or why it is none that may be read. */
export type CalledText =
  | {
      readonly kind: "text";
      /** What people call the file, and what paths in it are relative to. */
      readonly name: string;
      /** The same for all names of one file. */
      readonly identity: string;
      readonly text: string;
      /** That the bytes are no text, where they are none. */
      readonly problem: Diagnostic | null;
    }
  | {
      readonly kind: "missing";
      /** A path of a file that is there and was perhaps meant. */
      readonly meant: string | null;
      readonly outside: boolean;
    }
  | { readonly kind: "folder" }
  | { readonly kind: "outside"; readonly root: string }
  | { readonly kind: "unreadable"; readonly why: string };
