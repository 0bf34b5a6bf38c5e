import { describe, expect, test } from "vitest";
import { pipelineFromWords } from "../src/pipeline-words.ts";

describe("words that a shell took apart", () => {
  test.each([
    [["exec", "echo", "a   b"], 'exec echo "a   b"'],
    [["exec", "echo", ""], 'exec echo ""'],
    [["exec", "echo", "don't"], 'exec echo "don\'t"'],
    [["exec", "echo", 'say "hi"\\'], 'exec echo "say \\"hi\\"\\\\"'],
    [["exec", "echo", "a|b", "|", "json"], 'exec echo "a|b" | json'],
    [["exec", "--shell=echo 'x  y'", "|", "head", "--n", "1"], "exec --shell=\"echo 'x  y'\" | head --n 1"],
    [["exec", "--json", "--shell", "inbox list --json"], 'exec --json --shell "inbox list --json"'],
  ])("%j become one text in which each is that word again", (words, text) => {
    expect(pipelineFromWords(words)).toBe(text);
  });

  test("one word is the pipeline as it stands", () => {
    expect(pipelineFromWords(["exec echo 'a   b' | json"])).toBe("exec echo 'a   b' | json");
  });

  test("a first word with blanks is text of a pipeline, and so is what follows", () => {
    expect(pipelineFromWords(["exec echo hi", "|", "json"])).toBe("exec echo hi | json");
  });
});
