import type { Diagnostic, PipelineNode, Problem, Severity, StepNode, WorkflowTree } from "@lobster-lang/language";
import type { CalledWorkflows } from "./called-workflow.ts";
import { withoutConsequences } from "./consequences.ts";
import { sightSet, sightsOf } from "./facts/sights.ts";
import { modelOf } from "./model/build.ts";
import type { Model } from "./model.ts";
import { problemsOf } from "./problems.ts";
import type { Finding, Rule, RuleContext } from "./rule.ts";
import { ruleNamed, rules } from "./rules/index.ts";
import { silence, type Found } from "./silence.ts";

export type RuleLevel = Severity | "off";

export interface CheckOptions {
  /** Severity of rules by id; `off` takes one out. Rules without which nothing could run stay errors. */
  readonly rules?: { readonly [ruleId: string]: RuleLevel };
  /** What the files of `workflow:` steps are, found by whoever can read files; without it they are not judged. */
  readonly called?: CalledWorkflows;
  /** Keys that belong to somebody else: rule unknown-key leaves them alone. */
  readonly extraKeys?: readonly string[];
}

/**
 * All findings of a file, in file order, each once. Never throws. A file of another dialect gives one finding; ignore
 * comments and `allow:` are applied, and reported where they silence nothing.
 */
export function check(tree: WorkflowTree, options: CheckOptions = {}): Diagnostic[] {
  if (tree.dialect !== null) return sorted(levelled([foreignDialect(tree.dialect)], options));
  const model = modelOf(tree);
  const all = [...problemsOf(tree, model).map(ofProblem), ...runRules(rules, model, options)];
  const found = withoutConsequences(all, model).filter((finding) => !isExtraKey(finding, tree, options));
  return sorted(levelled(silence(tree, model, found, options), options));
}

/** All findings of an inline pipeline: what its reading found, and the rules that need no workflow around. */
export function checkPipeline(pipeline: PipelineNode, options: CheckOptions = {}): Diagnostic[] {
  const model = modelOf(pipelineTree(pipeline));
  const inline = rules.filter((rule) => rule.inPipelines === true);
  const found = [...problemsOf(model.tree, model).map(ofProblem), ...runRules(inline, model, options)];
  return sorted(levelled(found, options));
}

/** What rules find, before anything is silenced: one walk over the steps, each rule asked where it can find something. */
function runRules(table: readonly Rule[], model: Model, options: CheckOptions): Found[] {
  const found: Found[] = [];
  const walkers: Walker[] = [];
  for (const rule of table) {
    if (rule.onRequest === true && options.rules?.[rule.id] === undefined) continue;
    const context = contextOf(rule, model, found, options);
    rule.file?.(context);
    const sights = rule.looksAt === undefined ? everything : sightSet(rule.looksAt);
    if (rule.step !== undefined) walkers.push({ look: rule.step, sights, context });
  }
  for (const { step } of model.allSteps) {
    const there = sightsOf(model, step);
    for (const { look, sights, context } of walkers) {
      if (sights === everything || (sights & there) !== 0) look(step, context);
    }
  }
  return found;
}

/** A rule on its way over the steps. */
interface Walker {
  readonly look: NonNullable<Rule["step"]>;
  readonly sights: number;
  readonly context: RuleContext;
}

const everything = -1;

function contextOf(rule: Rule, model: Model, found: Found[], { called }: CheckOptions): RuleContext {
  return {
    tree: model.tree,
    model,
    called: (action) => called?.get(action),
    report: (finding) => found.push(ofFinding(rule, finding)),
  };
}

function ofFinding(rule: Rule, finding: Finding): Found {
  return {
    rule: rule.id,
    severity: finding.severity ?? rule.severity,
    range: finding.range,
    message: finding.message,
    related: finding.related ?? [],
    fixes: finding.fixes ?? [],
    locked: finding.locked ?? rule.locked ?? false,
  };
}

function ofProblem(problem: Problem): Found {
  const rule = ruleNamed(problem.rule);
  const severity = problem.severity ?? rule?.severity ?? "error";
  return {
    rule: problem.rule,
    severity,
    range: problem.range,
    message: problem.message,
    related: problem.related ?? [],
    fixes: problem.fixes ?? [],
    locked: severity === "error" && (rule?.locked ?? false),
  };
}

function isExtraKey({ rule, range }: Found, { text }: WorkflowTree, { extraKeys = [] }: CheckOptions): boolean {
  if (rule !== "unknown-key" || extraKeys.length === 0) return false;
  return extraKeys.includes(text.slice(range.start, range.end).replace(/^(["'])(.*)\1$/s, "$2"));
}

function foreignDialect(dialect: NonNullable<WorkflowTree["dialect"]>): Found {
  const severity = dialect.kind === "skip" ? "info" : "error";
  return {
    rule: "not-lobster",
    severity,
    range: dialect.range,
    message: dialect.message,
    related: [],
    fixes: [],
    locked: false,
  };
}

function levelled(found: readonly Found[], options: CheckOptions): Diagnostic[] {
  return found.flatMap(({ locked, ...diagnostic }) => {
    const level = options.rules?.[diagnostic.rule];
    if (level === undefined || locked) return [diagnostic];
    return level === "off" ? [] : [{ ...diagnostic, severity: level }];
  });
}

/** By place, then by rule; what is the same in rule, place and words is one. */
function sorted(found: readonly Diagnostic[]): Diagnostic[] {
  const unique = new Map<string, Diagnostic>();
  for (const diagnostic of found) {
    const { rule, range, message } = diagnostic;
    const key = `${rule}\n${range.start}\n${range.end}\n${message}`;
    if (!unique.has(key)) unique.set(key, diagnostic);
  }
  return [...unique.values()].toSorted(
    (a, b) =>
      a.range.start - b.range.start ||
      a.range.end - b.range.end ||
      (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0) ||
      (a.message < b.message ? -1 : a.message > b.message ? 1 : 0),
  );
}

/** An inline pipeline as the only text of an otherwise empty tree, so that rules need no second way in. */
function pipelineTree(pipeline: PipelineNode): WorkflowTree {
  const { range, source } = pipeline;
  const step: StepNode = {
    kind: "step",
    role: "step",
    range,
    data: null,
    id: null,
    idNode: null,
    name: null,
    description: null,
    actions: [{ kind: "pipeline", entry: pipelineEntry(pipeline), pipeline }],
    approval: null,
    when: null,
    stdin: null,
    stdinEntry: null,
    env: [],
    cwd: null,
  };
  return {
    kind: "workflow",
    range,
    text: source.text,
    fileName: null,
    format: "yaml",
    root: null,
    name: null,
    description: null,
    args: [],
    env: [],
    cwd: null,
    steps: [step],
    comments: [],
    dialect: null,
    problems: [],
  };
}

function pipelineEntry(pipeline: PipelineNode): StepNode["actions"][number]["entry"] {
  const { range, source } = pipeline;
  const scalar = {
    kind: "scalar",
    range,
    value: source.text,
    text: source.text,
    style: "plain",
    map: source.map,
  } as const;
  return { kind: "entry", range, key: { ...scalar, value: "pipeline", text: "pipeline" }, value: scalar };
}
