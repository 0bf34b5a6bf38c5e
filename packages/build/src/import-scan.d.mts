export interface FoundImport {
  readonly specifier: string;
  readonly typeOnly: boolean;
  readonly line: number;
}
export function importsOf(text: string): FoundImport[];
export function withoutComments(text: string): string;
