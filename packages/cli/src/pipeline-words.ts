/**
 * Words that a shell already took apart, as one pipeline text in which each is that word again:
 * `lobster exec echo 'a   b'` keeps its blanks. A word that is just `|` is a pipe.
 */
export function pipelineFromWords(words: readonly string[]): string {
  if (words.length === 1 || /[\s|]/.test(words[0] ?? "")) return words.join(" ");
  return words.map(quotedWord).join(" ");
}

function quotedWord(word: string): string {
  if (word === "|" || /^[\w@%+=:,./{}^~*?[\]<>-]+$/.test(word)) return word;
  // The name of a flag stays bare, or it would be no flag.
  const flag = /^(--[A-Za-z][\w-]*=)([^]*)$/.exec(word);
  return flag === null ? doubleQuoted(word) : `${flag[1]}${doubleQuoted(flag[2]!)}`;
}

/** Inside double quotes only a backslash and the quote itself are special (original-runtime 1.4; D25). */
function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
