/** Limits of the reader; each has an error that names its setting (language.md, "Files"; invariant 8). */
export interface ReadLimits {
  /** Bytes of a file (as UTF-8). */
  readonly fileSize: number;
  /** How many times the file's own size its text may grow to when all aliases are written out. */
  readonly aliasExpansion: number;
  /** Lists and maps inside each other. */
  readonly nesting: number;
  /** Steps of a file, not counting those inside blocks. */
  readonly steps: number;
}

/** What holds unless the caller says otherwise (language.md, "Files"). */
export const defaultReadLimits: ReadLimits = {
  fileSize: 4 * 1024 * 1024,
  aliasExpansion: 100,
  nesting: 100,
  steps: 100_000,
};

/** The environment variable by which a user of the program sets each limit. */
export const readLimitSettings: { readonly [limit in keyof ReadLimits]: string } = {
  fileSize: "LOBSTER_MAX_FILE_BYTES",
  aliasExpansion: "LOBSTER_MAX_ALIAS_EXPANSION",
  nesting: "LOBSTER_MAX_NESTING",
  steps: "LOBSTER_MAX_STEPS",
};
