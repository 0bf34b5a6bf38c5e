import { entryOf, resolved } from "@lobster-lang/language";
import type { Rule } from "../rule.ts";
import { partsIn } from "../structure/part-instances.ts";

/** What `lobster keygen` prints: 32 bytes in base64url. */
const publicKey = /^ed25519:[A-Za-z0-9_-]{43}$/;

export const approverKey: Rule = {
  id: "approver-key",
  severity: "error",
  summary: "an entry of `approvers` that is no public key",
  explanation: `\`approvers\` lists the public keys of those who may approve: an approval counts when one of them has signed it, so nobody who
merely runs the program can give it. \`lobster keygen\` makes a key and prints what to write here. A person's name belongs into
\`required_approver\`, which trusts what the environment says.`,
  wrong: `steps:
  - id: ask
    approval:
      prompt: Pay the invoices?
      approvers: [boss]
`,
  right: `steps:
  - id: ask
    approval:
      prompt: Pay the invoices?
      approvers: ["ed25519:MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqo"]
`,
  fix: { none: "only the approver has the key" },
  locked: true,
  file: ({ tree, report }) => {
    for (const at of partsIn(tree)) {
      if (at.part !== "approval") continue;
      const list = resolved(entryOf(at.map, "approvers")?.value ?? null);
      if (list?.kind !== "list") continue;
      for (const item of list.items) {
        const scalar = resolved(item);
        if (scalar?.kind !== "scalar" || typeof scalar.value !== "string" || publicKey.test(scalar.value.trim()))
          continue;
        report({
          range: scalar.range,
          message: `\`${scalar.text}\` is no public key: write \`ed25519:…\` as \`lobster keygen\` prints it, or name a person in \`required_approver\``,
        });
      }
    }
  },
};
