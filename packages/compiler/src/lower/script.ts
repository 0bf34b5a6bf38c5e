import type { AnalyseShell, TextNode } from "@lobster-lang/language";
import type { Script } from "@lobster-lang/plan";
import { lowerScript } from "../shell/index.ts";
import type { PlaceLowering } from "./lowering.ts";
import { lowerReference } from "./text.ts";

/** A shell text with its values as variables (D1), for one place of the file. */
export function lowerScriptIn(text: TextNode, analyse: AnalyseShell, lowering: PlaceLowering): Script {
  const analysis = analyse(lowering.names);
  lowering.noteScript({ analysis, env: lowering.env });
  const lowered = lowerScript(analysis, {
    // Where `env:` gives the argument's variable another value, the script's own value needs another name.
    argVariable: (name) => {
      const variable = lowering.argVariables.get(name) ?? null;
      return variable !== null && lowering.env.has(variable) ? null : variable;
    },
    reference: lowerReference,
  });
  if ("script" in lowered) {
    refusePrivateNames(text, lowered.script, lowering);
    return lowered.script;
  }
  for (const { rule, range, message } of lowered.problems) lowering.refuse(rule, range, message);
  return { text: "", bindings: [] };
}

/** A private variable that no binding sets would come from the environment around: anybody's value. */
function refusePrivateNames(text: TextNode, script: Script, lowering: PlaceLowering): void {
  const bound = new Set(script.bindings.map((binding) => binding.variable));
  for (const match of text.source.text.matchAll(/(?<![A-Za-z0-9_])_LOBSTER_[0-9]+(?![A-Za-z0-9_])/g)) {
    if (bound.has(match[0])) continue;
    lowering.refuse(
      "value-in-unsafe-place",
      text.source.map.toSource(match.index, match.index + match[0].length),
      `\`${match[0]}\` is a name that only the runtime may set: choose another name for the variable`,
    );
  }
}
