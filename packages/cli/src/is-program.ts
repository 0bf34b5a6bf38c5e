import { accessSync, constants, statSync } from "node:fs";

/** Whether a file may be started. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
