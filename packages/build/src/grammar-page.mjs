// The pages of the small languages' grammars: EBNF and diagrams of what the parsers say about themselves.
import { createRequire } from "node:module";

const diagrams = createRequire(import.meta.url)("railroad-diagrams");

const titles = { pipeline: "Pipelines", condition: "Conditions", template: "Template expressions" };

const remarks = {
  pipeline: `A pipeline is read in two steps. The grammar gives stages and words; which words are flags and what a value means
says the signature of each stage. \`\${name}\` and \`$id.field\` in a word are values that fill exactly that word.`,
  condition: `A reference may stand wherever a value may. A \`word\` without quotes may stand only on the right of a comparison.
There is one comparison between two \`&&\` or \`||\`, and \`!\` binds tighter than it.`,
  template: `An expression stands between \`{{\` and \`}}\`, and no \`}\` may stand in it. Everything outside is text. The path is
trimmed; \`.\` or \`this\` is the item itself. The first \`chunk\` of a filter is its name.`,
};

const style = `svg.railroad-diagram{background-color:#fdfdf8}
svg.railroad-diagram path{stroke-width:2;stroke:#333;fill:none}
svg.railroad-diagram text{font:bold 14px monospace;text-anchor:middle}
svg.railroad-diagram rect{stroke-width:2;stroke:#333;fill:#e3f2e3}
svg.railroad-diagram .non-terminal rect{fill:#e3ebf7}`;

/** All files of the folder, by name. */
export function grammarPages(grammars) {
  const files = new Map([["README.md", indexPage(grammars)]]);
  for (const grammar of grammars) {
    files.set(`${grammar.name}.md`, page(grammar));
    for (const rule of grammar.rules) files.set(diagramName(grammar, rule), diagram(grammar, rule));
  }
  return files;
}

function indexPage(grammars) {
  const rows = grammars.map(({ name }) => `- [${titles[name]}](${name}.md)`);
  return `# Grammars\n\nThe small languages inside a workflow file, generated from their parsers.\n\n${rows.join("\n")}\n`;
}

function diagramName(grammar, rule) {
  return `${grammar.name}-${rule.name}.svg`;
}

function page(grammar) {
  const width = Math.max(...grammar.rules.map(({ name }) => name.length));
  const rules = grammar.rules.map(({ name, ebnf }) => `${name.padEnd(width)} = ${ebnf} ;`);
  const named = grammar.tokens.filter(({ meaning }) => meaning !== undefined);
  return (
    [
      `# ${titles[grammar.name]}`,
      remarks[grammar.name],
      ["```ebnf", ...rules, "```"].join("\n"),
      ["| name | stands for |", "| --- | --- |", ...named.map(tokenRow)].join("\n"),
      ...grammar.rules.map((rule) => `## ${rule.name}\n\n![${rule.name}](${diagramName(grammar, rule)})`),
      "",
    ]
      .join("\n\n")
      .trimEnd() + "\n"
  );
}

function tokenRow({ ebnf, meaning }) {
  return `| \`${ebnf}\` | ${meaning.replaceAll("|", "\\|")} |`;
}

function diagram(grammar, rule) {
  const spellings = new Map(grammar.tokens.map((token) => [token.name, token.ebnf]));
  const drawn = diagrams.Diagram(drawing(rule.shape, spellings)).format(10);
  drawn.attrs.xmlns = "http://www.w3.org/2000/svg";
  const svg = drawn.toString();
  return `${svg.replace(/(<svg[^>]*>)/, `$1<style>${style}</style>`).trim()}\n`;
}

function drawing(shape, spellings) {
  const inner = (one) => drawing(one, spellings);
  switch (shape.kind) {
    case "rule":
      return diagrams.NonTerminal(shape.name);
    case "token": {
      const spelling = spellings.get(shape.name);
      return diagrams.Terminal(spelling.replace(/^"(.*)"$/, "$1"));
    }
    case "sequence":
      return diagrams.Sequence(...shape.items.map(inner));
    case "choice":
      return diagrams.Choice(0, ...shape.items.map(inner));
    case "optional":
      return diagrams.Optional(inner(shape.item));
    default:
      return shape.atLeastOnce ? diagrams.OneOrMore(inner(shape.item)) : diagrams.ZeroOrMore(inner(shape.item));
  }
}
