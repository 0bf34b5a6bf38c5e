import { coloursFor } from "./render/colour.ts";
import { renderText } from "./render/diagnostics-text.ts";
import type { CheckedFile } from "./render/findings.ts";
import { UsageError } from "./usage-error.ts";

const plain = coloursFor({ isTTY: false, columns: 80, write() {} }, {});

/** A source with errors: nothing of it runs (D5). The message is the whole report, as it would be printed without colour. */
export class FaultyFile extends UsageError {
  readonly file: CheckedFile;

  constructor(file: CheckedFile) {
    const errors = file.diagnostics.filter((one) => one.severity === "error");
    // A file of another language has no errors, and yet is nothing to run.
    const told = errors.length === 0 ? file : { ...file, diagnostics: errors };
    super(renderText([told], plain).trimEnd());
    this.file = told;
  }
}
