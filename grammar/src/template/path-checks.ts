import type { TemplateFaults } from "./faults.ts";

/** Reports a path that names nothing, though its author meant something (T182, T183). */
export function checkPath(rule: string, path: string, start: number, faults: TemplateFaults): void {
  const end = start + path.length;
  const own = /^this\.(.+)$/.exec(path);
  if (own !== null) {
    faults.report(rule, start, end, `\`${path}\` looks for a field named \`this\`: write \`${own[1]}\``, {
      title: `write \`${own[1]}\``,
      changes: [[start, start + "this.".length, ""]],
    });
    return;
  }
  if (path.startsWith("$") || path.startsWith("@.")) {
    const plain = path.replace(/^[$@]\.?/, "");
    faults.report(
      rule,
      start,
      end,
      `\`${path}\`: a path begins with the field: write \`${plain === "" ? "." : plain}\``,
      {
        title: `write \`${plain}\``,
        safe: false,
        changes: plain === "" ? [] : [[start, end, plain]],
      },
    );
    return;
  }
  if (/^[#/^>!&]|^else$/.test(path)) {
    faults.report(
      rule,
      start,
      end,
      `\`{{${path}}}\`: a template has no blocks, conditions or comments, only fields and filters`,
    );
    return;
  }
  const indexed = /^[\w.-]+(?:\[(?:\d+|"[^"\]]*"|'[^'\]]*')\][\w.-]*)+$/.test(path);
  if (indexed) {
    const plain = path.replace(/\[["']?([^"'\]]*)["']?\]/g, ".$1");
    faults.report(rule, start, end, `\`${path}\`: a path has no brackets: write \`${plain}\``, {
      title: `write \`${plain}\``,
      changes: [[start, end, plain]],
    });
    return;
  }
  if (path.startsWith("{")) {
    faults.report(rule, start - 1, end, "three braces: write `{{field}}`; nothing is escaped here", { warning: true });
    return;
  }
  const text = /^(["']).*\1$/.exec(path);
  if (text !== null) {
    faults.report(rule, start, end, `\`${path}\` looks for a field of that name: text is written outside the braces`);
    return;
  }
  if (/[()?]|\s[+*/<>=-]+\s|==|&&/.test(path)) {
    faults.report(rule, start, end, `\`${path}\` looks for a field of that name: a template cannot calculate or call`, {
      warning: true,
    });
  }
}
