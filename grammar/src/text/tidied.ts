const longest = 80;

/** A message as one line of readable length: long stretches of the author's text are cut in the middle. */
export function tidied(message: string): string {
  const line = message.replace(/[\r\n]+/g, " ");
  if (line.length <= longest) return line;
  return line.replace(/`([^`]+)`/g, (whole, said: string) =>
    said.length <= longest ? whole : `\`${said.slice(0, longest - 20)} … ${said.slice(-10)}\``,
  );
}
