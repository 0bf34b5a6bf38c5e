import type { Json } from "@lobster-lang/plan";
import { StepFailure } from "../failures.ts";
import { addressIn, categoryNames, categoryOf, emailOf, type Category, type Email } from "../mail/emails.ts";
import { searchMail } from "../mail/search-mail.ts";
import type { Decision } from "../mail/judge-mail.ts";
import type { Arguments } from "./arguments.ts";
import { batchesOf, collect } from "./batches.ts";
import type { Batches, ItemsCommand, StageContext } from "./command.ts";

const command = "email.triage";

/**
 * `email.triage`: sorts mails into needsReply, needsAction and fyi, by rules or with `--llm` by a model (rules where none is
 * there). As the first stage it fetches them itself (lobster.md). Gives a report, or with `--emit drafts` the replies.
 */
export const emailTriage: ItemsCommand = {
  kind: "items",
  run: async function* (input, args, context): Batches {
    const limit = args.number("limit") ?? 20;
    if (!Number.isInteger(limit) || limit < 1)
      throw new StepFailure(`${command} --limit must be a whole number from 1 on`);
    const found = context.isFirst
      ? await searchMail(command, { query: "newer_than:1d", max: limit }, context)
      : await collect(input, context);
    const emails = found.slice(0, limit).map(emailOf);
    const decisions = args.flag("llm") ? await judged(emails, args, context) : null;
    const drafts = draftsOf(emails, decisions ?? []);
    yield* batchesOf(args.text("emit") === "drafts" ? drafts : [reportOf(emails, decisions, drafts)]);
  },
};

async function judged(
  emails: readonly Email[],
  args: Arguments,
  context: StageContext,
): Promise<readonly Decision[] | null> {
  const { hasModel, judgeMail } = await import("../mail/judge-mail.ts");
  if (emails.length === 0 || !hasModel(context, args)) return null;
  return judgeMail(emails, args, context);
}

/** A mail that the model did not speak of stays where the rules put it (W40). */
function reportOf(emails: readonly Email[], decisions: readonly Decision[] | null, drafts: readonly Json[]): Json {
  const said = new Map((decisions ?? []).map((decision) => [decision.id, decision.category]));
  const idsOf = (category: Category) =>
    emails.filter((email) => (said.get(email.id) ?? categoryOf(email)) === category).map((email) => email.id);
  const [needsReply, needsAction, fyi] = [idsOf("needsReply"), idsOf("needsAction"), idsOf("fyi")];
  const report = {
    summary: `${needsReply.length} need replies, ${needsAction.length} need action, ${fyi.length} FYI`,
    buckets: { needsReply, needsAction, fyi },
    emails: emails.map((email) => ({ ...email })),
    mode: decisions === null ? "deterministic" : "llm",
  };
  return decisions === null ? report : { ...report, decisions: decisions.map(spelled), drafts };
}

/** A decision as the model gave it: what it did not say is not there. */
function spelled({ id, category, rationale, reply }: Decision): Json {
  const { subject, body } = reply ?? { subject: null, body: "" };
  return {
    id,
    category: categoryNames[category],
    ...(rationale === null ? {} : { rationale }),
    ...(reply === null ? {} : { reply: { ...(subject === null ? {} : { subject }), body } }),
  };
}

/** Replies in the form that gog.gmail.send sends. */
function draftsOf(emails: readonly Email[], decisions: readonly Decision[]): readonly Json[] {
  const byId = new Map(emails.map((email) => [email.id, email]));
  return decisions.flatMap(({ id, category, reply }) => {
    const email = byId.get(id);
    if (email === undefined || reply === null || category !== "needsReply") return [];
    const { subject, from } = email;
    const answer = reply.subject ?? (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
    return [{ emailId: id, to: addressIn(from), subject: answer, body: reply.body }];
  });
}
