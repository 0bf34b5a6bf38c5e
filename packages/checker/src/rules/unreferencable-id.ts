import type { Fix, ScalarNode } from "@lobster-lang/language";
import { editIn } from "../fixes/edit.ts";
import type { Rule } from "../rule.ts";

export const unreferencableId: Rule = {
  id: "unreferencable-id",
  severity: "warning",
  summary: "An id that no reference can name.",
  explanation: `A reference reads letters of ASCII, digits, \`_\` and \`-\` as the id and ends it at anything else, so a step named
\`build.v1\` or \`größe\` can never be read. An id of digits only turns the shell's own \`$1.x\` into a reference.`,
  wrong: `steps:
  - id: build.v1
    run: make
`,
  right: `steps:
  - id: build-v1
    run: make
`,
  fix: "offered",
  step: (step, context) => {
    const { id, idNode } = step;
    if (id === null || idNode === null || id.trim() === "" || typeof idNode.value !== "string") return;
    const odd = /[^A-Za-z0-9_-]/u.exec(id);
    if (odd === null && !/^[0-9]+$/.test(id)) return;
    const better = odd === null ? `step-${id}` : plainId(id);
    const message =
      odd === null
        ? `an id of digits only takes the shell's \`$${id}\` for itself: write a word, such as \`${better}\``
        : `no reference can name \`${id}\`, because an id ends at \`${odd[0]}\`: use letters, digits, \`_\` and \`-\``;
    context.report({ range: idNode.range, message, fixes: renaming(idNode, better) });
  },
};

function renaming(node: ScalarNode, name: string): readonly Fix[] {
  const edit = editIn({ text: node.text, map: node.map, scalar: node }, { start: 0, end: node.text.length }, name);
  return edit === null || name === "" ? [] : [{ title: `rename to \`${name}\``, safe: false, edits: [edit] }];
}

/** Accents and umlauts as their letters, everything else a dash. */
function plainId(id: string): string {
  return id
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
