/** All faults of a repository's layout, `file:line: what is wrong`. */
export function layoutFaults(base: string): string[];
