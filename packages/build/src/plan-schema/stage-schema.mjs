// Stages of a plan, typed by the catalogue of commands: an unknown stage, an unknown flag or a value of another type than
// the command reads is refused by the schema itself.
/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema, and nothing here is awaited */
const textRef = { $ref: "#/$defs/Text" };

/** What the plan may hold for an argument of each catalogue type. */
const shapes = {
  text: () => ({ text: textRef }),
  json: () => ({ jsonText: textRef }),
  enum: ({ values }) => ({
    text: {
      allOf: [textRef],
      if: { minItems: 1, maxItems: 1, items: { required: ["text"] } },
      then: { items: { properties: { text: { enum: [...values] } } } },
    },
  }),
  number: (argument) => ({ number: limited("number", argument), numberText: textRef }),
  integer: (argument) => ({ number: limited("integer", argument), numberText: textRef }),
  boolean: () => ({ boolean: { type: "boolean" } }),
  path: () => ({ path: true, pathText: true }),
  fields: () => ({ fields: true, fieldsText: true }),
  where: () => ({ where: true }),
  template: () => ({ template: true }),
  assignment: () => ({ assignments: true }),
  shell: () => ({ script: true }),
  program: () => ({ texts: { minItems: 1 } }),
};

const limited = (type, { minimum }) => (minimum === undefined ? { type } : { type, minimum });

/** @param commands every signature of the catalogue */
export function stageDefinition(commands) {
  return {
    type: "object",
    required: ["command", "arguments"],
    properties: {
      command: { type: "string" },
      arguments: { type: "object", additionalProperties: { $ref: "#/$defs/StageArgument" } },
      program: { $ref: "#/$defs/StageProgram" },
    },
    additionalProperties: false,
    allOf: [
      {
        if: { required: ["program"] },
        then: { properties: { command: { not: { enum: commands.map((command) => command.name) } } } },
        else: { properties: { command: { enum: commands.map((command) => command.name) } } },
      },
      ...commands.map((command) => ({
        if: { properties: { command: { const: command.name } }, required: ["command"] },
        then: { properties: { arguments: argumentsOf(command) } },
      })),
    ],
  };
}

function argumentsOf(command) {
  const byName = new Map();
  const required = [];
  for (const argument of [...command.flags, ...command.positionals]) {
    const name = argument.flag ?? argument.name;
    if (!byName.has(name))
      byName.set(name, { properties: shapes[argument.type](argument), additionalProperties: false });
    const isReplaced = command.flags.some((flag) => flag.replaces === name);
    if ((argument.required && !isReplaced) || argument.default !== undefined) required.push(name);
  }
  return { properties: Object.fromEntries(byName), required, additionalProperties: false };
}
