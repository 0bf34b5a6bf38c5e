/** Limits of the reader; each has an error that names it. */
export interface ReadLimits {
  /** Bytes of a file (as UTF-8). */
  readonly fileSize: number;
  /** How many times the file's own size its text may grow to when all aliases are written out. */
  readonly aliasExpansion: number;
  /** Lists and maps inside each other. */
  readonly nesting: number;
}

/** What holds unless the caller says otherwise (language.md, "Files"). */
export const defaultReadLimits: ReadLimits = { fileSize: 4 * 1024 * 1024, aliasExpansion: 100, nesting: 100 };
