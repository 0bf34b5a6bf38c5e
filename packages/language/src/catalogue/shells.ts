/** Shells of the family that plans are compiled for (language.md "Values in shell text"), by the name of their program. */
export const posixShells: readonly string[] = ["sh", "ash", "dash", "bash", "busybox", "ksh", "mksh"];

/** Whether a value of `LOBSTER_SHELL` names a shell of the POSIX family: by the last part of its path. */
export function isPosixShell(shell: string): boolean {
  const name = shell.trim().split(/[/\\]/).at(-1) ?? "";
  return posixShells.includes(name.replace(/\.exe$/i, "").toLowerCase());
}
