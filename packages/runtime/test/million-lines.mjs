// Runs a pipeline over a million lines as a program of its own, so that its peak memory is the runtime's alone.
// Arguments: the bundled runtime, a folder.
import { join } from "node:path";

const [bundle, folder] = process.argv.slice(2);
const { run } = await import(bundle);
const text = (value) => [{ text: value }];
const line = { expression: { path: ["line"], filters: [] } };
const script = { text: "seq 1 1000000 | sed 's/.*/line & of a million/'", bindings: [] };
const stages = [
  { command: "exec", arguments: { shell: { script }, json: { boolean: false } } },
  { command: "map", arguments: { wrap: { text: text("line") } } },
  {
    command: "map",
    arguments: { assignments: { assignments: [{ key: "copy", value: [{ text: "<" }, line, { text: ">" }] }] } },
  },
  {
    command: "where",
    arguments: { expression: { where: { path: ["copy"], operator: ">=", value: text("<line 99999") } } },
  },
  { command: "head", arguments: { n: { number: 12 } } },
];
const step = { id: "pipeline", when: null, action: { kind: "pipeline", stages }, gate: null, stdin: null, env: [] };
const plan = {
  planVersion: 1,
  kind: "pipeline",
  name: null,
  args: [],
  env: [],
  cwd: null,
  steps: [{ ...step, name: null, cwd: null, timeoutMs: null, onError: "stop", idempotent: false }],
};
const started = performance.now();
const options = { stateDir: join(folder, "state"), cwd: folder };
const { envelope } = await run(plan, options);
const items = envelope.ok ? envelope.output.length : envelope.error.message;
const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ items, peakMegabytes, ms: Math.round(performance.now() - started) }));
