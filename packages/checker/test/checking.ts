import { readConfig, readWorkflow } from "@lobster-lang/grammar";
import { check, checkConfig, type CheckOptions, type Diagnostic, type Rule } from "@lobster-lang/checker";

/** Reads and checks a workflow text as `lobster check` does. */
export function checkText(text: string, options?: CheckOptions): Diagnostic[] {
  return check(readWorkflow(text, { fileName: "flow.lobster" }), options);
}

/** `rule: text of the range` for each finding, in order. */
export function found(text: string, options?: CheckOptions): string[] {
  return checkText(text, options).map(({ rule, range }) => `${rule}: ${text.slice(range.start, range.end)}`);
}

/** `severity rule` for each finding, in order. */
export function levels(text: string, options?: CheckOptions): string[] {
  return checkText(text, options).map(({ rule, severity }) => `${severity} ${rule}`);
}

/** The findings of a rule's example, which is a workflow or a configuration. */
export function checkExample(rule: Rule, text: string, options?: CheckOptions): readonly Diagnostic[] {
  return rule.about === "configuration"
    ? checkConfig(readConfig(text, { from: ".lobsterrc.yaml" }))
    : checkText(text, options);
}
