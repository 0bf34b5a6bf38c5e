import { basename } from "node:path";
import type { Script } from "@lobster-lang/plan";
import { StepFailure } from "./failures.ts";

/** Shells that read the POSIX language that plans are compiled for, without start-up files for `-c`. */
const posixShells = new Set(["sh", "dash", "bash", "ash", "busybox", "ksh", "ksh93", "mksh", "pdksh", "yash", "rbash"]);

/**
 * The program and arguments that run a script (D31): `/bin/sh -c`, or LOBSTER_SHELL of the step's environment. Another
 * family of shells may run a script as it is written, but no values: their rules differ.
 * @throws StepFailure for substitutions under a shell of another family.
 */
export function shellCommand(
  script: Script,
  env: { readonly [name: string]: string },
): { file: string; args: string[] } {
  const file = (env.LOBSTER_SHELL ?? "").trim() === "" ? "/bin/sh" : env.LOBSTER_SHELL!.trim();
  const name = basename(file)
    .toLowerCase()
    .replace(/\.exe$/, "");
  if (!posixShells.has(name) && script.bindings.length > 0) {
    throw new StepFailure(
      `this script holds values and was compiled for a POSIX shell, but LOBSTER_SHELL is \`${file}\`; use sh, bash, dash or ksh, or pass the values by \`env:\` or \`stdin:\``,
    );
  }
  if (name === "busybox") return { file, args: ["sh", "-c", script.text] };
  if (name === "pwsh" || name === "powershell") return { file, args: ["-NoProfile", "-Command", script.text] };
  if (name === "cmd") return { file, args: ["/d", "/s", "/c", script.text] };
  if (name === "zsh") return { file, args: ["-f", "-c", script.text] };
  return { file, args: ["-c", script.text] };
}
