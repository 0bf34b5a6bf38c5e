import type { CommentNode, DataNode, ScalarNode, WorkflowTree } from "@lobster-lang/language";
import type { Finding, Rule } from "../rule.ts";

export const hashStartsComment: Rule = {
  id: "hash-starts-comment",
  severity: "warning",
  summary: "The rest of a value is lost, because ` #` starts a comment in YAML.",
  explanation: `In a value without quotes, a blank and \`#\` start a comment, and the rest of the line is no part of the value: quotes of the shell
do not change that. Put the whole value in quotes, or write it on the lines below \`run: |\`.`,
  wrong: `steps:
  - id: tell
    run: post-message --channel #general
`,
  right: `steps:
  - id: tell
    run: 'post-message --channel #general'
`,
  fix: "offered",
  file: ({ tree, report }) => {
    const suspects = tree.format === "json" ? [] : tree.comments.filter((comment) => isSuspect(tree.text, comment));
    if (suspects.length === 0) return;
    const scalars = plainTexts(tree.root);
    for (const comment of suspects) {
      const before = tree.text.slice(0, comment.range.start).trimEnd().length;
      const scalar = scalars.get(before);
      const found = scalar === undefined ? null : finding(scalar, comment, tree);
      if (found !== null) report(found);
    }
  },
};

/** A comment behind a value that begins without a blank, or with a quote in it: words of the value, perhaps. */
function isSuspect(text: string, { range, text: words }: CommentNode): boolean {
  const line = text.slice(text.lastIndexOf("\n", range.start - 1) + 1, range.start);
  return line.trim() !== "" && (/^[A-Za-z0-9]/.test(words) || /['"]/.test(words));
}

/** Values without quotes that are text and stand on one line, by their end. */
function plainTexts(node: DataNode | null, found = new Map<number, ScalarNode>()): Map<number, ScalarNode> {
  if (node === null || node.kind === "alias") return found;
  if (node.kind === "list") for (const item of node.items) plainTexts(item, found);
  else if (node.kind === "map") for (const entry of node.entries) plainTexts(entry.value, found);
  else if (node.style === "plain" && typeof node.value === "string") found.set(node.range.end, node);
  return found;
}

function finding(scalar: ScalarNode, comment: CommentNode, tree: WorkflowTree): Finding | null {
  const open = openQuote(scalar.text);
  const closes = open !== null && comment.text.includes(open);
  if (!closes && !/^[A-Za-z0-9]/.test(comment.text)) return null;
  const lost = `#${comment.text}`.trimEnd();
  const range = { start: comment.range.start, end: comment.range.start + lost.length };
  const whole = { start: scalar.range.start, end: range.end };
  const written = tree.text.slice(whole.start, whole.end);
  const quoted = written.includes("'") ? JSON.stringify(written) : `'${written}'`;
  const message = `\`${lost}\` is a comment of YAML and no part of the value: put the whole value in quotes`;
  const fix = { title: "put the value in quotes", safe: closes, edits: [{ range: whole, text: quoted }] };
  const fixes = written.includes("\n") ? [] : [fix];
  return closes ? { range, message, severity: "error", locked: true, fixes } : { range, message, fixes };
}

/** The quote of a shell that a text leaves open. */
function openQuote(text: string): "'" | '"' | null {
  let open: "'" | '"' | null = null;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "\\" && open !== "'") at++;
    else if (open === null && (sign === "'" || sign === '"')) open = sign;
    else if (sign === open) open = null;
  }
  return open;
}
