/** The text of the published schema for a table of fields (the exports of the language package). */
export function schemaText(language: typeof import("@lobster-lang/language")): string;
