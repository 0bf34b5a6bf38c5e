import { coloursFor } from "./render/colour.ts";
import { renderText } from "./render/diagnostics-text.ts";
import { errorsOf, type CheckedFile } from "./render/findings.ts";
import { UsageError } from "./usage-error.ts";

const plain = coloursFor({ isTTY: false, columns: 80, write() {} }, {});

/**
 * A source with errors, and the files that it calls: nothing of it runs (D5). The message is the whole report, as it would be
 * printed without colour.
 */
export class FaultyFile extends UsageError {
  readonly files: readonly CheckedFile[];

  constructor(files: readonly CheckedFile[]) {
    const errors = files.map(errorsOf).filter(({ diagnostics }) => diagnostics.length > 0);
    // A file of another language has no errors, and yet is nothing to run.
    const told = errors.length === 0 ? files.slice(0, 1) : errors;
    super(renderText(told, plain).trimEnd());
    this.files = told;
  }
}
