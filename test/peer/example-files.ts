import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type PeerFile, peerFile } from "./peer-file.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folders = ["packages/docs/examples", "test/data/ok", "test/data/plan"];

/** The project's examples and good files, each with what stands beside it. */
export function exampleFiles(): PeerFile[] {
  return folders.flatMap((folder) =>
    filesUnder(join(root, folder))
      .filter((path) => /\.(lobster|ya?ml|json)$/.test(path) && !path.endsWith(".plan.json"))
      .filter((path) => /^\s*"?steps"?\s*:|^\{/m.test(readFileSync(path, "utf8")))
      .map((path) => exampleFile(path, folder)),
  );
}

function exampleFile(path: string, folder: string): PeerFile {
  const around = dirname(path);
  const isExample = folder.endsWith("examples");
  const beside = isExample ? filesUnder(around).filter((other) => other !== path) : [];
  return peerFile({
    name: relative(root, path),
    fileName: relative(around, path),
    text: readFileSync(path, "utf8"),
    beside: Object.fromEntries(beside.map((other) => [relative(around, other), readFileSync(other, "utf8")])),
  });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}
