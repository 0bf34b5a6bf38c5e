// The files that `bench:check` and the test of the work counters measure.

/** A file of a usual kind: eight lines a step, a block scalar, a reference to the step before. */
export function usual(steps: number): string {
  let text = "name: bench\nargs:\n  city: {default: Paris}\nsteps:\n";
  for (let i = 0; i < steps; i++) {
    text += `  - id: step-${i}\n    run: |\n      echo "number ${i}"\n      sort < in.txt | uniq -c > out-${i}.txt\n    env:\n      CITY: "\${city}"\n    when: ${i === 0 ? "true" : `$step-${i - 1}.json.ok == true`} # next\n`;
  }
  return text;
}

/** Steps that take over one another's values: two aliases a step. */
export function aliased(aliases: number): string {
  let text = "x-run: &run echo hello\nx-env: &env {A: b, C: d}\nsteps:\n";
  for (let i = 0; i < aliases / 2; i++) text += `  - id: step-${i}\n    run: *run\n    env: *env\n`;
  return text;
}

/** Usual steps, up to a size just below the limit. */
export function large(bytes: number): string {
  const one = usual(1000);
  const size = Math.floor((bytes - 200) / (one.length / 1000));
  let text = usual(size);
  while (text.length > bytes) text = text.slice(0, text.lastIndexOf("  - id:"));
  return text;
}

/** One step with a text of many lines. */
export function longText(lines: number): string {
  let text = "steps:\n  - id: a\n    run: sort\n    stdin: |\n";
  for (let i = 0; i < lines; i++) text += `      line ${i}, and "more"\n`;
  return text;
}

/** One step with a script of many lines. */
export function longScript(lines: number): string {
  return longText(lines).replace("run: sort\n    stdin", "run").replaceAll("      line", "      echo line");
}

/** Small files, each with names of its own. */
export function small(files: number, steps: number): string[] {
  return Array.from({ length: files }, (_, index) => usual(steps).replaceAll("step-", `f${index}-`));
}
