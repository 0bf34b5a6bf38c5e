import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";

/** A mail in one form, whatever program it came from (original-runtime.md 2.7). */
export interface Email {
  readonly id: string;
  /** Its own id where the program names none. */
  readonly threadId: string;
  readonly from: string;
  readonly subject: string;
  readonly date: string;
  readonly snippet: string;
  readonly labels: readonly string[];
}

export type Category = "needsReply" | "needsAction" | "fyi";

/** What a model calls the categories. */
export const categoryNames: Readonly<Record<Category, string>> = {
  needsReply: "needs_reply",
  needsAction: "needs_action",
  fyi: "fyi",
};

/** Reads a mail from an item; one without an id is known by its place. */
export function emailOf(item: Json, index: number): Email {
  const mail = isMap(item) ? item : { snippet: item };
  const text = (...names: readonly string[]) => {
    const value = names.map((name) => mail[name]).find((one) => one !== undefined && one !== null && one !== "");
    if (value === undefined || value === null) return null;
    return typeof value === "string" ? value.trim() : JSON.stringify(value);
  };
  const { labels } = mail;
  const id = text("id", "messageId") ?? String(index + 1);
  return {
    id,
    threadId: text("threadId", "thread_id") ?? id,
    from: text("from", "sender") ?? "",
    subject: text("subject") ?? "",
    date: text("date", "internalDate", "timestamp") ?? "",
    snippet: text("snippet", "bodyPreview") ?? "",
    labels: Array.isArray(labels)
      ? labels.map((label) => (typeof label === "string" ? label : JSON.stringify(label)))
      : [],
  };
}

/** What the words of a mail alone say: the rules where no model judges. */
export function categoryOf({ subject, labels, from }: Email): Category {
  if (/urgent|action required/i.test(subject)) return "needsAction";
  const isUnread = labels.some((label) => label.toUpperCase() === "UNREAD");
  return isUnread && !/no-?reply|do-?not-?reply/i.test(from) ? "needsReply" : "fyi";
}

/** The bare address of `Ann <ann@example.org>`. */
export function addressIn(from: string): string {
  return /<([^<>\s]+)>/.exec(from)?.[1] ?? from.trim();
}
