/** What a compilation may ask of the world around it: nothing yet but the texts of child workflows, when they come. */
export interface CompileHost {
  /** Text of the file that `path` names from the file `from`, or null where there is none. */
  readonly readText?: (path: string, from: string | null) => string | null;
}
