/**
 * The page of one rule of the checker, as Markdown.
 * @param {import("@lobster-lang/checker").Rule} rule
 * @returns {string}
 */
export function rulePage(rule) {
  return [
    `# ${rule.id}`,
    sentence(rule.summary),
    `Severity: ${rule.severity}${rule.onRequest === true ? ", reported only where a configuration asks for it" : ""}. ${silencing(rule)}`,
    "## Why",
    rule.explanation.trim(),
    "## Wrong",
    workflow(rule.wrong),
    "## Right",
    workflow(rule.right),
    "## Fix",
    fix(rule.fix),
  ]
    .join("\n\n")
    .concat("\n");
}

/**
 * The table of all pages.
 * @param {readonly import("@lobster-lang/checker").Rule[]} rules
 * @returns {string}
 */
export function ruleIndex(rules) {
  const rows = rules.map((rule) => `| [${rule.id}](${rule.id}.md) | ${rule.severity} | ${sentence(rule.summary)} |`);
  return ["# Rules", "", "| rule | severity | reports |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

/** @param {import("@lobster-lang/checker").Rule} rule */
function silencing(rule) {
  return rule.locked === true
    ? "It cannot be silenced: nothing could run with the fault in it."
    : `Silence it for the next line by \`# lobster-ignore: ${rule.id}\`, for a step or a file by \`allow: [${rule.id}]\`.`;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}

/** @param {string} text */
function workflow(text) {
  return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``;
}

/** @param {import("@lobster-lang/checker").Rule["fix"]} kind */
function fix(kind) {
  if (kind === "safe") return "`lobster check --fix` mends it.";
  if (kind === "offered")
    return "The editor offers one; `lobster check --fix` leaves it alone, because it could change what is meant.";
  return `None: ${kind.none}.`;
}
