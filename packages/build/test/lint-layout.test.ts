import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { importsOf } from "../src/import-scan.mjs";
import { layoutFaults } from "../src/lint-layout.mjs";
import { root } from "../src/workspace.mjs";

const lines = (count: number) => "export {};\n".repeat(count);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The faults of a small repository that consists of these files. */
function faultsOf(files: { readonly [path: string]: string }): string[] {
  const folder = mkdtempSync(join(tmpdir(), "lobster-layout-"));
  folders.push(folder);
  const all = { ...manifests(Object.keys(files)), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return layoutFaults(folder);
}

/** Manifests that declare everything, so that only what a test is about is wrong. */
function manifests(paths: readonly string[]): { readonly [path: string]: string } {
  const everything = ["language", "grammar", "checker", "plan", "compiler", "state", "runtime", "cli"];
  const dependencies = Object.fromEntries([
    ...everything.map((name) => [`@lobster-lang/${name}`, "0.1.0"]),
    ...["yaml", "execa", "vscode-languageserver"].map((name) => [name, "1.0.0"]),
  ]);
  const rooms = new Set(paths.map((path) => path.slice(0, path.indexOf("/src/"))));
  return Object.fromEntries([...rooms].map((room) => [`${room}/package.json`, JSON.stringify({ dependencies })]));
}

describe("imports go in one direction", () => {
  test.each([
    ["packages/checker", "@lobster-lang/grammar", "packages/checker may not import grammar"],
    ["packages/language", "@lobster-lang/plan", "packages/language may not import plan"],
    ["packages/runtime", "@lobster-lang/compiler", "packages/runtime may not import compiler"],
    ["packages/state", "@lobster-lang/plan", "packages/state may import only types of plan"],
    ["packages/language-server", "@lobster-lang/runtime", "packages/language-server may not import runtime"],
    ["packages/tool", "@lobster-lang/cli", "packages/tool may not import cli"],
    ["packages/engine-dbos", "@lobster-lang/compiler", "packages/engine-dbos may not import compiler"],
    ["packages/checker", "yaml", "only grammar may know `yaml`"],
    ["packages/cli", "execa", "only packages/runtime may know `execa`"],
    ["packages/cli", "vscode-languageserver", "only packages/language-server may know `vscode-languageserver`"],
    ["packages/cli", "node:child_process", "processes are started by packages/runtime/src/process.ts only"],
    [
      "packages/cli",
      "@lobster-lang/plan/dist/x.js",
      "`@lobster-lang/plan/dist/x.js` is a deep import: write `@lobster-lang/plan`",
    ],
    [
      "packages/cli",
      "../../plan/src/x.ts",
      "`../../plan/src/x.ts` leaves the package: write `@lobster-lang/<package>`",
    ],
    ["packages/cli", "./b.js", "`./b.js` must name the file with its ending"],
    ["packages/cli", "@lobster-lang/cli", "inside a package, import the file: `./x.ts`"],
  ])("%s importing %s", (room, specifier, message) => {
    const path = `${room}/src/a.ts`;
    expect(faultsOf({ [path]: `import { b } from "${specifier}";\nexport const a = b;\n` })).toEqual([
      `${path}:1: ${message}`,
    ]);
  });

  test("types of the plan may come to the state folder, in each of their spellings", () => {
    const faults = faultsOf({
      "packages/state/src/a.ts":
        'import type { A } from "@lobster-lang/plan";\nimport { type B, type C } from "@lobster-lang/plan";\nexport type D = [A, B, C];\n',
      "packages/state/src/b.ts": 'import { type A, b } from "@lobster-lang/plan";\nexport const c: A = b;\n',
    });
    expect(faults).toEqual(["packages/state/src/b.ts:1: packages/state may import only types of plan"]);
  });

  test("dynamic and re-exporting imports count", () => {
    const faults = faultsOf({
      "packages/language/src/a.ts":
        'export * from "@lobster-lang/plan";\nexport const b = () => import("@lobster-lang/state");\n',
    });
    expect(faults).toHaveLength(2);
  });

  test("an example in a comment or a template is no import", () => {
    const text =
      '/* import x from "yaml"; */\n// import x from "yaml";\nexport const wrong = `\nimport x from "yaml";\n`;\n';
    expect(faultsOf({ "packages/language/src/a.ts": text })).toEqual([]);
  });

  test("an undeclared package is a fault, although the workspace finds it", () => {
    const faults = faultsOf({
      "packages/cli/package.json": '{"dependencies":{}}',
      "packages/cli/src/a.ts": 'export * from "@lobster-lang/plan";\n',
    });
    expect(faults).toEqual(["packages/cli/src/a.ts:1: `@lobster-lang/plan` is not in packages/cli/package.json"]);
  });

  test("a circle of files is named, a circle of types is none", () => {
    const circle = faultsOf({
      "packages/plan/src/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
      "packages/plan/src/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
    });
    expect(circle).toEqual(["packages/plan/src/b.ts:1: files import each other in a circle: a.ts → b.ts → a.ts"]);
    const types = faultsOf({
      "packages/plan/src/a.ts": 'import type { B } from "./b.ts";\nexport interface A { b: B }\n',
      "packages/plan/src/b.ts": 'import type { A } from "./a.ts";\nexport interface B { a: A }\n',
    });
    expect(types).toEqual([]);
  });
});

describe("files", () => {
  test("are short, rules shorter; tables that a generator wrote may be long", () => {
    expect(
      faultsOf({
        "packages/plan/src/long.ts": lines(301),
        "packages/plan/src/right.ts": lines(300),
        "packages/plan/src/generated/table.ts": lines(5000),
        "packages/checker/src/rules/some-rule.ts": lines(151),
        "packages/checker/src/rules/index.ts": lines(200),
      }),
    ).toEqual([
      "packages/checker/src/rules/some-rule.ts:151: 151 lines, at most 150: split it by thing",
      "packages/plan/src/long.ts:301: 301 lines, at most 300: split it by thing",
    ]);
  });

  test("are called by what is in them", () => {
    const faults = faultsOf({
      "packages/plan/src/utils.ts": "export {};\n",
      "packages/plan/src/camelCase.ts": "export {};\n",
      "packages/plan/src/v2-format.ts": "export {};\n",
    });
    expect(faults).toEqual([
      "packages/plan/src/camelCase.ts:1: a file's name is kebab-case",
      "packages/plan/src/utils.ts:1: `utils` says nothing: name the file by what is in it",
    ]);
  });

  test("have no default exports and no enums", () => {
    const faults = faultsOf({
      "packages/plan/src/a.ts": "export default 1;\nexport const enum B { c }\nconst d = 'export default';\n",
    });
    expect(faults).toEqual([
      "packages/plan/src/a.ts:1: no default exports: name what is exported",
      "packages/plan/src/a.ts:2: no enums: a union of texts",
    ]);
  });
});

test("imports are found over several lines", () => {
  expect(importsOf('import {\n  a,\n  type B,\n} from "x";\nimport "./y.ts";\n')).toEqual([
    { specifier: "x", typeOnly: false, line: 4 },
    { specifier: "./y.ts", typeOnly: false, line: 5 },
  ]);
});

test("this repository keeps its own layout", () => {
  expect(layoutFaults(root)).toEqual([]);
});
