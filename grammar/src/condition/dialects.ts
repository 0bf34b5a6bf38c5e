import { ownEntry, referenceField } from "@lobster-lang/language";
import type { WayOut } from "./findings.ts";
import { writeInstead } from "./findings.ts";

/** What is wrong with a word or form of another language, and the way out if there is a certain one. */
export interface Advice {
  readonly message: string;
  readonly out?: WayOut | null;
}

/** The spelling here of an operator that other languages write differently; null where there is no such operator. */
export function operatorFor(foreign: string): string | null {
  return ownEntry(operators, foreign.toLowerCase()) ?? null;
}

const operators: Readonly<Record<string, string>> = {
  "=": "==",
  "===": "==",
  "!==": "!=",
  "<>": "!=",
  "=>": ">=",
  "=<": "<=",
  "&": "&&",
  "|": "||",
  "-eq": "==",
  "-ne": "!=",
  "-gt": ">",
  "-ge": ">=",
  "-lt": "<",
  "-le": "<=",
  and: "&&",
  or: "||",
  is: "==",
  eq: "==",
  equals: "==",
  ne: "!=",
  neq: "!=",
  gt: ">",
  gte: ">=",
  ge: ">=",
  lt: "<",
  lte: "<=",
  le: "<=",
};

/** Words between two operands that ask for something a condition cannot do. */
const missingOperators = /^(?:in|contains|includes|matches|match|like|startswith|endswith|starts_with|ends_with|has)$/i;

/** Advice for a word that stands where an operator must, or null for an ordinary word. */
export function noSuchOperator(word: string): string | null {
  if (word === "=~" || word === "!~")
    return `\`${word}\`: a condition knows no patterns; test in a step (\`grep -q\`) and compare its \`.exit_code\``;
  if (word === "??") return "`??`: a condition knows no default values; a missing value equals `null`";
  if (/^(?:not|if|then|else)$/i.test(word))
    return `\`${word}\` cannot stand between two values; \`!\` before a value negates it`;
  if (!missingOperators.test(word)) return null;
  return `\`${word}\`: a condition only compares (\`==\`, \`!=\`, \`<\`, \`<=\`, \`>\`, \`>=\`); compare with each value and join the comparisons with \`||\`, or test in a step`;
}

const constants: Readonly<Record<string, string>> = {
  yes: "true",
  on: "true",
  true: "true",
  no: "false",
  off: "false",
  false: "false",
  null: "null",
  none: "null",
  nil: "null",
  undefined: "null",
};

/** Advice for a word without quotes on the left side, or alone. */
export function bareWord(word: string): Advice {
  const constant = ownEntry(constants, word.toLowerCase());
  if (constant !== undefined) {
    return { message: `\`${word}\` is no value here: write \`${constant}\``, out: writeInstead(constant) };
  }
  if (referenceField(word) !== undefined) {
    return { message: `\`${word}\` of which step? write \`$step.${word}\` with the step's id` };
  }
  return {
    message: `\`${word}\` is a word without quotes: write \`"${word}"\` for text, \`$step.field\` for the result of a step, \`\${${word}}\` for an argument`,
  };
}

const argRoots = /^(?:args?|inputs?|params?|parameters|vars|variables)$/i;
const stepRoots = /^(?:steps?|nodes?|jobs?|needs|outputs?|results?)$/i;

/** Advice for text with dots that has no quotes: `steps.x.json`, `args.env`, `v1.2`, `2fa`. */
export function lump(text: string, afterComparison: boolean): Advice {
  const dotted = /^([A-Za-z_]\w*)\.([A-Za-z_][\w-]*)((?:\.\w+)*)$/.exec(text);
  if (dotted !== null) {
    const [, root, name, rest] = dotted;
    const known = fromRoot(root!, name!, rest!);
    if (known !== null) {
      return { message: `\`${text}\` is another language's spelling: ${known.message}`, out: known.out ?? null };
    }
    const field = `${name!}`;
    if (!afterComparison && referenceField(field) !== undefined) {
      return { message: `\`${text}\` lacks its \`$\`: write \`$${text}\``, out: writeInstead(`$${text}`) };
    }
    if (/^env$/i.test(root!)) {
      return {
        message: `\`${text}\`: a condition cannot read the environment; declare an argument and write \`\${name}\``,
      };
    }
  }
  if (/^(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)[eE][0-9]+$|^\.[0-9]+$/.test(text)) {
    const plain = String(Number(text));
    const ok = /^[0-9]+(?:\.[0-9]+)?$/.test(plain);
    return {
      message: `\`${text}\`: numbers are digits with at most one dot between them${ok ? `: write \`${plain}\`` : ""}`,
      out: ok ? writeInstead(plain) : null,
    };
  }
  return {
    message: `\`${text}\` needs quotes: write \`"${text}"\``,
    out: writeInstead(`"${text}"`, afterComparison),
  };
}

/** `args.x` → `${x}`, `steps.x.json.y` → `$x.json.y`; null for other roots. */
function fromRoot(root: string, name: string, rest: string): Advice | null {
  if (argRoots.test(root)) {
    const arg = `\${${name}}`;
    return rest === ""
      ? { message: `write \`${arg}\``, out: writeInstead(arg) }
      : { message: `an argument is written \`${arg}\`, without a path` };
  }
  if (!stepRoots.test(root)) return null;
  const path = rest.replace(/^\.outputs?(?=\.|$)/, ".json").replace(/^\.results?(?=\.|$)/, ".json");
  const first = /^\.(\w+)/.exec(path)?.[1];
  const reference = `$${name}${path}`;
  if (first === undefined) return { message: `write \`$${name}.json\` (or \`.stdout\`, \`.approved\` …)` };
  if (referenceField(first) === undefined) {
    return { message: `write \`$${name}.json${path}\` or another field of the step \`${name}\`` };
  }
  return { message: `write \`${reference}\``, out: writeInstead(reference, path === rest) };
}

/** Advice for `${{ … }}`, `{{ … }}`, `${a.b}`, `$name`; `inner` is the mended condition inside the braces, if it has one. */
export function suspect(
  form: "braced" | "mustache" | "github" | "bare",
  text: string,
  content: string,
  inner: string | null,
): Advice {
  if (form === "github" || form === "mustache") {
    const whose = form === "github" ? "`${{ … }}` is GitHub Actions' spelling" : "`{{ … }}` is a template's spelling";
    if (inner === null)
      return { message: `${whose}: write the condition without the braces, steps as \`$step.field\`` };
    return { message: `${whose}: write \`${inner}\``, out: writeInstead(inner) };
  }
  if (form === "braced") return braced(text, content.trim());
  if (content.startsWith("LOBSTER_ARG_")) {
    const guess = content.slice("LOBSTER_ARG_".length).toLowerCase();
    return {
      message: `\`${text}\` is a variable of the shell: an argument is written \`\${name}\` in a condition`,
      out: writeInstead(`\${${guess}}`, false),
    };
  }
  if (/^[A-Z][A-Z0-9_]+$/.test(content)) {
    return {
      message: `\`${text}\`: a condition cannot read the environment; declare an argument and write \`\${name}\``,
    };
  }
  return {
    message: `\`${text}\` lacks a field: write \`${text}.json\`, \`${text}.stdout\` or \`${text}.approved\` for a step, \`\${${content}}\` for an argument`,
  };
}

function braced(text: string, content: string): Advice {
  if (/^[A-Za-z0-9_-]+$/.test(content)) {
    return { message: `\`${text}\`: write \`\${${content}}\`, without blanks`, out: writeInstead(`\${${content}}`) };
  }
  const dotted = /^([A-Za-z_]\w*)\.([A-Za-z_][\w-]*)((?:\.\w+)*)$/.exec(content);
  const known = dotted === null ? null : fromRoot(dotted[1]!, dotted[2]!, dotted[3]!);
  if (known !== null)
    return { message: `\`${text}\` is another language's spelling: ${known.message}`, out: known.out ?? null };
  if (/^[A-Za-z0-9_-]+(?:\.\w+)+$/.test(content)) {
    return {
      message: `\`${text}\`: the result of a step has no braces: write \`$${content}\``,
      out: writeInstead(`$${content}`),
    };
  }
  return { message: `\`${text}\`: only \`\${name}\` with the name of an argument can be written in a condition` };
}

/** What to do instead of a function call. */
export function noFunctions(name: string): string {
  if (/^(?:success|succeeded)$/i.test(name))
    return `\`${name}()\`: there are no functions; \`!$step.error\` tests one step`;
  if (/^(?:failure|failed)$/i.test(name))
    return `\`${name}()\`: there are no functions; \`$step.error\` tests one step`;
  if (/^always$/i.test(name)) return "`always()`: there are no functions; a step without a condition always runs";
  if (/^(?:len|length|size|count)$/i.test(name))
    return `\`${name}()\`: there are no functions; write \`.length\` after the reference`;
  if (/^(?:exists|defined|isset|empty|is_empty)$/i.test(name)) {
    return `\`${name}()\`: there are no functions; compare with \`null\` or \`""\``;
  }
  return `\`${name}(…)\`: a condition has no functions; do the work in a step and test its result`;
}
