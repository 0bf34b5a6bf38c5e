import type { Fix, Range, StepNode, TextNode, WorkflowAction } from "@lobster-lang/language";
import { entryOf } from "@lobster-lang/language";
import { calledPath, type CalledWorkflow } from "../called-workflow.ts";
import { argumentFaults } from "../facts/given-arguments.ts";
import type { Finding, Rule, RuleContext } from "../rule.ts";
import { renameKey } from "../structure/entry-edits.ts";

export const childWorkflow: Rule = {
  id: "child-workflow",
  severity: "error",
  summary: "a `workflow:` step whose file cannot be run, or that gets arguments which the file does not take",
  explanation: `The file that a \`workflow:\` step names is read when the workflow is compiled and becomes a part of its plan. So its
path stands in the file as it is, relative to that file, and names a workflow in the same folder or below it; nothing may
call itself, over however many files. The names and types of \`workflow_args\` are those that the called file declares under
\`args:\`. In a branch of \`parallel\`, what is called must not stop for consent.

Child workflows have to lie in the folder of the file that is run or checked, or of the folder that is checked;
\`LOBSTER_WORKFLOW_ROOT\` names another one.`,
  wrong: `args:
  team: {default: red}
steps:
  - id: review
    workflow: ./review-\${team}.lobster
`,
  right: `args:
  team: {default: red}
steps:
  - id: review
    workflow: ./review.lobster
    workflow_args: {team: "\${team}"}
`,
  fix: { none: "which file or argument is meant, only the author knows; a misspelt argument gets a suggestion" },
  locked: true,
  step: (step, context) => {
    for (const action of step.actions) {
      if (action.kind !== "workflow") continue;
      const path = calledPath(action.path);
      const range = rangeOf(action.path);
      // Blank is rule wrong-type's.
      if (path === "") continue;
      if (path === null) {
        const message =
          "the file that a step calls is read before anything runs, so its name cannot depend on a value: write the name itself, and choose by `when:`";
        context.report({ range, message });
        continue;
      }
      const called = context.called(action);
      if (called === undefined) continue;
      if (called.kind !== "workflow") {
        const severity = called.kind === "missing" ? called.severity : "error";
        context.report({ range, message: messageOf(called, path), severity });
        continue;
      }
      if (step.role === "branch" && called.gates.length > 0)
        context.report({
          range,
          message: `a branch cannot stop for consent, and \`${called.name}\` does at \`${called.gates[0]}\`: call it in a step of its own`,
        });
      for (const finding of ofArguments(action, called, step, context)) context.report(finding);
    }
  },
};

function ofArguments(
  action: WorkflowAction,
  { args, name }: CalledWorkflow & { kind: "workflow" },
  step: StepNode,
  context: RuleContext,
): Finding[] {
  const given = action.args?.kind === "map-value" ? action.args : null;
  return argumentFaults(given, args, name).map(({ entry, isName, message, meant }) => ({
    range: entry === null ? rangeOf(action.path) : isName ? entry.keyRange : entry.value.range,
    message,
    fixes: entry === null || meant === null ? [] : renamed(entry.key, meant, step, context),
  }));
}

function renamed(key: string, meant: string, step: StepNode, { tree }: RuleContext): Fix[] {
  const given = step.data === null ? null : entryOf(step.data, "workflow_args")?.value;
  const entry = given?.kind === "map" ? entryOf(given, key) : undefined;
  const edit = entry === undefined || !/^[\w-]+$/.test(meant) ? null : renameKey(tree, entry, meant);
  return edit === null ? [] : [{ title: `write \`${meant}\``, safe: false, edits: [edit] }];
}

/** Without the blanks around it, which do not count. */
function rangeOf({ source }: TextNode): Range {
  const { text } = source;
  const start = text.length - text.trimStart().length;
  return source.map.toSource(start, Math.max(start, text.trimEnd().length));
}

function messageOf(called: Exclude<CalledWorkflow, { kind: "workflow" }>, path: string): string {
  switch (called.kind) {
    case "missing": {
      const meant = called.meant === null ? "" : `; did you mean \`${called.meant}\``;
      const outside = called.outside ? ", and it would be outside the folder of this workflow, where it has to be" : "";
      return `there is no file \`${path}\`${outside}${meant}`;
    }
    case "folder":
      return `\`${path}\` is a folder: name the workflow file in it`;
    case "outside":
      return `\`${path}\` is outside of \`${called.root}\`: a workflow may call only files in its own folder and below; move it there, or name the folder of both in LOBSTER_WORKFLOW_ROOT`;
    case "unreadable":
      return `\`${path}\` cannot be read: ${called.why}`;
    case "foreign":
      return `\`${called.name}\` is no workflow that can run: ${called.message}`;
    case "faulty": {
      const { errors, name, first } = called;
      const count = errors === 1 ? "an error" : `${errors} errors`;
      const where = `line ${first.line}, column ${first.column}`;
      const place = first.name === name ? where : `\`${first.name}\`, ${where}`;
      return `\`${name}\` has ${count}, so nothing runs: ${place}: ${first.message}`;
    }
    case "cycle": {
      const [last] = called.chain.slice(-1);
      const chain = called.chain.map((name) => `\`${name}\``).join(" calls ");
      return `\`${last}\` would call itself for ever: ${chain}`;
    }
    case "too-deep":
      return `workflows call each other more than ${called.limit} level${called.limit === 1 ? "" : "s"} deep (the limit ${called.setting})`;
    case "too-large":
      return `with the workflows that it calls this one has more than ${called.limit} steps (the limit ${called.setting})`;
  }
}
