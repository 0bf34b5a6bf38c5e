import type { Report } from "./plan-fault.ts";
import { scriptsOf } from "./scripts.ts";
import type { Plan } from "./types.ts";

/**
 * The bindings of scripts, where an edit could turn a value into code: a variable of the shell itself (`PATH`), one that
 * nothing sets, or one that is spelled so that the shell evaluates it.
 */
export function bindingFaults(plan: Plan, report: Report): void {
  const seen = new Set<string>();
  for (const { script, args, env, pointer } of scriptsOf(plan)) {
    // A child is run at several places, and its scripts are the same at each.
    if (seen.has(pointer)) continue;
    seen.add(pointer);
    const variables = new Map(args.map((arg) => [arg.name, arg.variable]));
    const overridden = new Set(env.map((entry) => entry.name));
    const bound = new Set<string>();
    for (const [index, { variable, value }] of script.bindings.entries()) {
      const at = `${pointer}/bindings/${index}`;
      if (bound.has(variable)) report(at, `the script binds \`${variable}\` twice`);
      bound.add(variable);
      if (!new RegExp(`\\b${variable}\\b`).test(script.text)) report(at, `the script does not use \`${variable}\``);
      if (!variable.startsWith("LOBSTER_ARG_")) continue;
      if (!("arg" in value) || variables.get(value.arg) !== variable)
        report(at, `\`${variable}\` is the variable of an argument and can hold nothing else`);
      else if (overridden.has(variable)) report(at, `\`env\` sets \`${variable}\` to something else`);
    }
    for (const [spelling, name] of privateVariables(script.text)) {
      if (!bound.has(name))
        report(`${pointer}/text`, `\`${name}\` is in the script, but no binding says what it holds`);
      else if (spelling !== `\${${name}}`)
        report(`${pointer}/text`, `\`${name}\` must be written \`\${${name}}\`, or the shell may evaluate its value`);
    }
  }
}

/** Each private variable of a script, with its braces if it stands in some. */
function* privateVariables(text: string): Iterable<readonly [spelling: string, name: string]> {
  for (const match of text.matchAll(/(?:\$\{)?(?<![A-Za-z0-9_])(_LOBSTER_[0-9]+)(?![A-Za-z0-9_])\}?/g))
    yield [match[0], match[1]!];
}
