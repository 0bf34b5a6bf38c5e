/** The root folder of the repository. */
export const root: string;
/** The folder with the built program. */
export const programFolder: string;
export function filesUnder(folder: string): string[];
export function isStale(): boolean;
export function readJson(path: string): unknown;
