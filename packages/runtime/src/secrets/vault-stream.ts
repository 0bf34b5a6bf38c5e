import { byteSearch } from "./byte-search.ts";
import { shownAs, type Vault } from "./vault.ts";

/** Changes bytes on their way, chunk by chunk. What may be the start of a secret is held back until the next chunk tells. */
export interface ByteFilter {
  push(chunk: Uint8Array): Uint8Array;
  /** What was held back. */
  end(): Uint8Array;
}

const nothing = Buffer.alloc(0);

/** Seals the secrets in a stream of bytes, wherever its chunks are cut; null where there is nothing to seal. */
export function sealingFilter(vault: Vault): ByteFilter | null {
  return vault.isEmpty ? null : filterOf(vault.forms, (form) => vault.seal(form));
}

/** Hides what was learnt in a stream of bytes that is shown; null where that is nothing. */
export function hidingFilter(vault: Vault): ByteFilter | null {
  const texts = vault.learntForms;
  return texts.length === 0 ? null : filterOf(texts, () => shownAs);
}

function filterOf(texts: readonly string[], replaced: (text: string) => string): ByteFilter {
  const forms = texts.map((form) => Buffer.from(form).toString("latin1"));
  const byBytes = new Map(texts.map((form, index) => [forms[index]!, form]));
  const any = new RegExp(
    forms
      .toSorted((a, b) => b.length - a.length)
      .map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
      .join("|"),
    "g",
  );
  const longest = Math.max(...forms.map((form) => form.length));
  const firsts = new Set(forms.map((form) => form.charCodeAt(0)));
  const mayHold = byteSearch(texts.map((form) => Buffer.from(form)));
  let held: Uint8Array = nothing;

  /** How many bytes at the end of a text may be the start of a form that the end cuts off. */
  const openEnd = (text: string): number => {
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
      if (!firsts.has(text.charCodeAt(at))) continue;
      const rest = text.slice(at);
      if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return rest.length;
    }
    return 0;
  };
  const sealed = (text: string) => text.replace(any, (found) => replaced(byBytes.get(found)!));
  return {
    push: (chunk) => {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const cut = bytes.length - openEnd(asLatin1(bytes.subarray(Math.max(0, bytes.length - longest))));
      if (!mayHold(bytes)) {
        // The chunk's memory may be used again.
        held = Buffer.from(bytes.subarray(cut));
        return bytes.subarray(0, cut);
      }
      const text = asLatin1(bytes);
      // A whole form that reaches over the cut comes first: what it starts with must not be let go.
      const safe = cutBesideWhole(text, cut);
      held = Buffer.from(bytes.subarray(safe));
      return Buffer.from(sealed(text.slice(0, safe)), "latin1");
    },
    end: () => {
      const rest = asLatin1(held);
      held = nothing;
      return rest === "" ? nothing : Buffer.from(sealed(rest), "latin1");
    },
  };

  /** Behind a whole form that begins before the cut and ends after it. */
  function cutBesideWhole(text: string, cut: number): number {
    for (const match of text.matchAll(any)) {
      const end = match.index + match[0].length;
      if (match.index < cut && cut < end) return end;
    }
    return cut;
  }
}

function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** The bytes of a sealed file, opened: for a child that gets them. */
export async function* openedBytes(chunks: AsyncIterable<Buffer>, vault: Vault): AsyncIterable<Buffer> {
  const start = "<secret ";
  let held = "";
  for await (const chunk of chunks) {
    const text = held + chunk.toString("latin1");
    const cut = openMarkAt(text, start);
    held = text.slice(cut);
    yield bytesOf(text.slice(0, cut), vault);
  }
  yield bytesOf(held, vault);
}

/** Marks are ASCII, what they stand for may be anything. */
function bytesOf(text: string, vault: Vault): Buffer {
  if (!text.includes("<secret ")) return Buffer.from(text, "latin1");
  return Buffer.concat(
    text.split(/(<secret [\w.-]+ [\w.]+ [0-9a-f]+>)/).map((part, index) => {
      return index % 2 === 1 ? Buffer.from(vault.open(part)) : Buffer.from(part, "latin1");
    }),
  );
}

/** Marks are shorter than this. */
const longestMark = 400;

/** Where a mark begins that the end may cut off. */
function openMarkAt(text: string, start: string): number {
  const from = Math.max(0, text.length - longestMark);
  const at = text.lastIndexOf("<", text.length);
  if (at < from || text.includes(">", at)) return text.length;
  const rest = text.slice(at);
  return start.startsWith(rest) || rest.startsWith(start) ? at : text.length;
}
