import { describe, expect, it } from "vitest";
import { readWorkflow } from "@lobster-lang/grammar";

function dialect(text: string, fileName = "x.lobster"): string | null {
  const found = readWorkflow(text, { fileName }).dialect;
  return found === null ? null : `${found.kind}: ${found.name}`;
}

describe("files of other languages are skipped", () => {
  it("knows programs of the Lobster programming language", () => {
    expect(dialect('import std\n\nprint("hello, world")\n')).toBe("skip: Lobster programming language");
    expect(dialect("// a game\nlet x = [\n  1\n]\n[x]\n")).toBe("skip: Lobster programming language");
    expect(dialect("// comment\nlet x = 1\n")).toBe("skip: Lobster programming language");
    expect(dialect('gl_window("game", 640, 480)\nwhile gl_frame():\n    gl_clear(color_grey)\n')).toBe(
      "skip: Lobster programming language",
    );
    expect(dialect("struct point:\n    x:float\n    y:float\n\ndef area(p): p.x * p.y\n")).toBe(
      "skip: Lobster programming language",
    );
  });

  it("knows traceability reports, Actions, Compose, Kubernetes and OpenAPI files", () => {
    const report = '{"data": [], "generator": "lobster_cpp", "schema": "lobster-imp-trace", "version": 3}';
    expect(dialect(report)).toBe("skip: traceability report");
    expect(dialect("on: push\njobs:\n  a:\n    runs-on: x\n    steps: []\n", "ci.yml")).toBe("skip: GitHub Actions");
    expect(dialect("services:\n  web: {image: nginx}\n", "docker-compose.yml")).toBe("skip: Compose");
    expect(dialect("apiVersion: v1\nkind: Pod\n", "pod.yaml")).toBe("skip: Kubernetes");
    expect(dialect("openapi: 3.1.0\npaths: {}\n", "api.yaml")).toBe("skip: OpenAPI");
  });
});

describe("files for other engines are one error", () => {
  it("knows GitHub Actions syntax in steps", () => {
    expect(dialect("steps:\n  - uses: actions/checkout@v4\n")).toBe("error: GitHub Actions");
    const named = ["a", "b", "c"].map((n) => `  - name: ${n}\n    run: echo \${{ inputs.${n} }}\n`).join("");
    expect(dialect(`steps:\n${named}`)).toBe("error: GitHub Actions");
  });

  it("knows agent specs, Squid and other engines' steps", () => {
    expect(dialect("steps:\n  - {id: a, agent: x, prompt: y}\n  - {id: b, agent: x, prompt: z}\n")).toBe(
      "error: agent spec",
    );
    expect(dialect("steps:\n  - {id: a, type: spawn}\n  - {id: b, type: gate}\n")).toBe("error: Squid");
    expect(dialect("steps:\n  - {id: a, action: http}\n  - {id: b, task: c}\n")).toBe("error: another engine");
  });

  it("says what is missing in a file without steps", () => {
    expect(dialect("")).toBe("error: empty file");
    expect(dialect("# only a comment\n")).toBe("error: empty file");
    expect(dialect("hello\n")).toBe("error: no workflow");
    expect(dialect("- id: a\n  run: b\n")).toBe("error: no workflow");
    expect(dialect("name: x\n")).toBe("error: no steps");
    expect(dialect("workflow:\n  steps:\n    - {id: a, run: b}\n")).toBe("error: nested workflow");
  });
});

function steps(...lines: string[]): string {
  return `steps:\n${lines.map((line) => `  - {${line}}\n`).join("")}`;
}

describe("a workflow with a few foreign words stays a workflow", () => {
  it.each([
    ["one `if`", steps("id: a, run: x, if: 'true'")],
    ["one `${{ }}`", 'steps:\n  - id: a\n    run: echo "${{ steps.x }}"\n'],
    [
      "three `${{ }}` between good steps",
      `steps:\n${[1, 2, 3, 4].map((n) => `  - id: s${n}\n    run: echo "\${{ x }}"\n`).join("")}`,
    ],
    ["one agent step of two", steps("id: a, agent: x", "id: b, run: y")],
    ["a single agent step", steps("id: a, agent: x, prompt: y")],
    ["`type` beside a command", steps("id: a, type: run, run: x", "id: b, run: y", "id: c, run: z")],
    ["misspelt `steps`", "step:\n  - {id: a, run: x}\n"],
    ["an env named like code", "env: {X: 'import y'}\nsteps:\n  - {id: a, run: 'let x=1'}\n"],
    ["code in a block", "steps:\n  - id: a\n    run: |\n      // x\n      import y\n"],
  ])("%s", (_name, text) => {
    expect(dialect(text)).toBe(null);
  });

  it("says nothing about a broken file, whose parts may be missing for that reason", () => {
    expect(dialect("name: [x\n")).toBe(null);
    expect(dialect("name: 'x\nsteps:\n  - {id: a, run: b}\n")).toBe(null);
  });
});
