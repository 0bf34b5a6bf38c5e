import type { Json } from "@lobster-lang/plan";
import { isMap } from "../commands/arguments.ts";

/** A mail in one form, whatever program it came from (original-runtime.md 2.7). */
export interface Email {
  readonly id: string;
  readonly threadId: string | null;
  readonly from: string;
  readonly subject: string;
  readonly date: string | null;
  readonly snippet: string;
  readonly labels: readonly string[];
}

export type Category = "needsReply" | "needsAction" | "fyi";

/** Reads a mail from an item; one without an id is known by its place. */
export function emailOf(item: Json, index: number): Email {
  const mail = isMap(item) ? item : { snippet: item };
  const text = (...names: readonly string[]) => {
    const value = names.map((name) => mail[name]).find((one) => one !== undefined && one !== null && one !== "");
    return value === undefined || value === null ? null : typeof value === "string" ? value : JSON.stringify(value);
  };
  const { labels } = mail;
  return {
    id: text("id", "messageId") ?? String(index + 1),
    threadId: text("threadId", "thread_id"),
    from: text("from", "sender") ?? "",
    subject: text("subject") ?? "",
    date: text("date", "internalDate", "timestamp"),
    snippet: text("snippet", "bodyPreview") ?? "",
    labels: Array.isArray(labels) ? labels.filter((label): label is string => typeof label === "string") : [],
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
