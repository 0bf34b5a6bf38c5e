/** One way in which a secret may stand in a text. `id` names it for good: what was sealed by it is opened by it. */
export interface SecretForm {
  readonly id: string;
  readonly text: string;
}

/** Shorter texts are not looked for: they would blot out half of every output. */
export const shortestSecret = 3;
/** A shorter secret has encoded forms that stand in ordinary text by chance. */
const shortestEncoded = 6;
/** Lines of a key in several lines that are long enough to be one. */
const shortestLine = 8;

/**
 * The ways in which a text may be written: as it is, in JSON, in a URL, in base64 (also within what else was encoded with
 * it), and its single lines.
 */
export function formsOf(secret: string): readonly SecretForm[] {
  const text = secret.trim();
  if (text.length < shortestSecret) return [];
  const lines = text.includes("\n") ? text.split("\n").map((line) => line.trim()) : [];
  return [
    ...spellings(text, ""),
    ...lines.flatMap((line, index) => (line.length < shortestLine ? [] : spellings(line, `l${index}.`))),
  ];
}

function spellings(text: string, prefix: string): readonly SecretForm[] {
  const form = (id: string, spelled: string): SecretForm => ({ id: `${prefix}${id}`, text: spelled });
  const url = encoded(text);
  const plain = [
    form("r", text),
    form("j", JSON.stringify(text).slice(1, -1)),
    form("u", url),
    form("p", url.replaceAll("%20", "+")),
    form(
      "e",
      url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ),
  ];
  return text.length < shortestEncoded ? plain : [...plain, ...base64(text, form)];
}

/** Halves of characters cannot be encoded; as bytes they are no character at all. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Base64 writes three bytes as four letters: by where the secret begins there are three spellings of its inner part. */
function base64(text: string, form: (id: string, spelled: string) => SecretForm): readonly SecretForm[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const start = shift === 0 ? 0 : shift + 1;
    const isCut = (shift + bytes.length) % 3 !== 0;
    const inner = whole.slice(start, isCut ? -1 : undefined);
    const forUrls = inner.replaceAll("+", "-").replaceAll("/", "_");
    return [form(`b${shift}`, inner), form(`w${shift}`, forUrls)];
  });
}
