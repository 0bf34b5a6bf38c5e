import { expect, test } from "vitest";
import { check } from "@lobster-lang/checker";
import { readWorkflow } from "@lobster-lang/grammar";

// Every place where an author may write a name that is then looked up somewhere.
const places = (name: string) => `
args: { x: { type: ${name}, ${name}: 1 } }
${name}: 1
allow: [${name}]
steps:
  - { id: a, run: "echo \${${name}} $${name}.json $a.${name}" }
  - { id: b, pipeline: "${name} 1 | head --${name} 2 | head ${name} | head --n ${name}" }
  - { id: c, pipeline: "exec --json=${name} a | template --text '{{x | ${name}}}' | ${name}" }
  - { id: d, when: "$a.json ${name} $b.json", run: echo }
  - { id: e, when: "${name} == 1 && ${name}($a.json)", run: echo, on_error: ${name}, ${name}: 1 }
  - { id: f, when: "${name}.${name}.json == ${name}", approval: { ${name}: 1 } }
  - { id: g, ${name}: true, timeout_ms: ${name} }
`;

const rulesOf = (name: string) =>
  check(readWorkflow(places(name), { fileName: "names.lobster" }))
    .map(({ rule, range }) => `${rule} in line ${places(name).slice(0, range.start).split("\n").length}`)
    .toSorted();

test.each(Object.getOwnPropertyNames(Object.prototype))("`%s` is a name like any other that means nothing", (name) => {
  expect(rulesOf(name)).toEqual(rulesOf("qqqqqq"));
});
