import type { Rule } from "../rule.ts";
import { actionBeforeGate } from "./action-before-gate.ts";
import { approverKey } from "./approver-key.ts";
import { approverCannotDiffer } from "./approver-cannot-differ.ts";
import { argAsShellVariable } from "./arg-as-shell-variable.ts";
import { argNameCollision } from "./arg-name-collision.ts";
import { argShorthand } from "./arg-shorthand.ts";
import { badCondition } from "./bad-condition.ts";
import { badConfig } from "./bad-config.ts";
import { badSchema } from "./bad-schema.ts";
import { bashOnly } from "./bash-only.ts";
import { bracedReference } from "./braced-reference.ts";
import { childWorkflow } from "./child-workflow.ts";
import { commentInPipeline } from "./comment-in-pipeline.ts";
import { conditionNegation } from "./condition-negation.ts";
import { conditionNeverTrue } from "./condition-never-true.ts";
import { costLimit } from "./cost-limit.ts";
import { deadRefusalBranch } from "./dead-refusal-branch.ts";
import { duplicateCondition } from "./duplicate-condition.ts";
import { duplicateId } from "./duplicate-id.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { envNotExpanded } from "./env-not-expanded.ts";
import { execDiscardsInput } from "./exec-discards-input.ts";
import { extraPositional } from "./extra-positional.ts";
import { fieldNeverSet } from "./field-never-set.ts";
import { flagSwallowsWord } from "./flag-swallows-word.ts";
import { foldedScript } from "./folded-script.ts";
import { foreignTemplate } from "./foreign-template.ts";
import { gateInPipeline } from "./gate-in-pipeline.ts";
import { gateShowsNothing } from "./gate-shows-nothing.ts";
import { gateThatSaysNo } from "./gate-that-says-no.ts";
import { hashStartsComment } from "./hash-starts-comment.ts";
import { inertKey } from "./inert-key.ts";
import { invalidId } from "./invalid-id.ts";
import { itemNeedsJson } from "./item-needs-json.ts";
import { loopNeedsList } from "./loop-needs-list.ts";
import { mapSyntax } from "./map-syntax.ts";
import { missingFlagValue } from "./missing-flag-value.ts";
import { missingId } from "./missing-id.ts";
import { nestedLobster } from "./nested-lobster.ts";
import { notAGate } from "./not-a-gate.ts";
import { notLobster } from "./not-lobster.ts";
import { nothingToRun } from "./nothing-to-run.ts";
import { numberSpellingLost } from "./number-spelling-lost.ts";
import { perStepEnvVar } from "./per-step-env-var.ts";
import { pickSyntax } from "./pick-syntax.ts";
import { pipelineSyntax } from "./pipeline-syntax.ts";
import { referenceSwallowsText } from "./reference-swallows-text.ts";
import { referenceWithoutField } from "./reference-without-field.ts";
import { repeatedFlag } from "./repeated-flag.ts";
import { secretInFile } from "./secret-in-file.ts";
import { severalActions } from "./several-actions.ts";
import { severalDocuments } from "./several-documents.ts";
import { shellInPipeline } from "./shell-in-pipeline.ts";
import { shellSyntax } from "./shell-syntax.ts";
import { shellVariableCollision } from "./shell-variable-collision.ts";
import { stageAfterRenderer } from "./stage-after-renderer.ts";
import { stageInShell } from "./stage-in-shell.ts";
import { stepNotYetRun } from "./step-not-yet-run.ts";
import { tag } from "./tag.ts";
import { templateSyntax } from "./template-syntax.ts";
import { toolCall } from "./tool-call.ts";
import { unknownApprovalKey } from "./unknown-approval-key.ts";
import { unknownArg } from "./unknown-arg.ts";
import { unknownCommand } from "./unknown-command.ts";
import { unknownField } from "./unknown-field.ts";
import { unknownFilter } from "./unknown-filter.ts";
import { unknownFlag } from "./unknown-flag.ts";
import { unknownJsonPath } from "./unknown-json-path.ts";
import { unknownKey } from "./unknown-key.ts";
import { unknownStep } from "./unknown-step.ts";
import { unmarkedSecret } from "./unmarked-secret.ts";
import { unquotedValue } from "./unquoted-value.ts";
import { unreferencableId } from "./unreferencable-id.ts";
import { unsupportedShell } from "./unsupported-shell.ts";
import { unusedIgnore } from "./unused-ignore.ts";
import { valueBecomesCode } from "./value-becomes-code.ts";
import { valueInUnsafePlace } from "./value-in-unsafe-place.ts";
import { whereSyntax } from "./where-syntax.ts";
import { wrongType } from "./wrong-type.ts";
import { yamlSyntax } from "./yaml-syntax.ts";

/** The one table: the checker, `lobster explain` and the rule pages read it. In alphabetical order. */
export const rules: readonly Rule[] = [
  actionBeforeGate,
  approverCannotDiffer,
  approverKey,
  argAsShellVariable,
  argNameCollision,
  argShorthand,
  badCondition,
  badConfig,
  badSchema,
  bashOnly,
  bracedReference,
  childWorkflow,
  commentInPipeline,
  conditionNegation,
  conditionNeverTrue,
  costLimit,
  deadRefusalBranch,
  duplicateCondition,
  duplicateId,
  duplicateKey,
  envNotExpanded,
  execDiscardsInput,
  extraPositional,
  fieldNeverSet,
  flagSwallowsWord,
  foldedScript,
  foreignTemplate,
  gateInPipeline,
  gateShowsNothing,
  gateThatSaysNo,
  hashStartsComment,
  inertKey,
  invalidId,
  itemNeedsJson,
  loopNeedsList,
  mapSyntax,
  missingFlagValue,
  missingId,
  nestedLobster,
  notAGate,
  notLobster,
  nothingToRun,
  numberSpellingLost,
  perStepEnvVar,
  pickSyntax,
  pipelineSyntax,
  referenceSwallowsText,
  referenceWithoutField,
  repeatedFlag,
  secretInFile,
  severalActions,
  severalDocuments,
  shellInPipeline,
  shellSyntax,
  shellVariableCollision,
  stageAfterRenderer,
  stageInShell,
  stepNotYetRun,
  tag,
  templateSyntax,
  toolCall,
  unknownApprovalKey,
  unknownArg,
  unknownCommand,
  unknownField,
  unknownFilter,
  unknownFlag,
  unknownJsonPath,
  unknownKey,
  unknownStep,
  unmarkedSecret,
  unquotedValue,
  unreferencableId,
  unsupportedShell,
  unusedIgnore,
  valueBecomesCode,
  valueInUnsafePlace,
  whereSyntax,
  wrongType,
  yamlSyntax,
];

const byId = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of this id, or undefined. */
export function ruleNamed(id: string): Rule | undefined {
  return byId.get(id);
}
