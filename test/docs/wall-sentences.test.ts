/** Sentences that pages and the program share: what a command is told of our walls, and what a read outside finds. */
import { readFileSync } from "node:fs";
import { WALL_SENTENCES } from "@toolplane/contract";
import { describe, expect, it } from "vitest";

const OUTSIDE_READS =
  "A read outside the project by a contained command runs, and what lies outside is not there";

function page(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").replace(/\s+/g, " ");
}

describe("the sandbox guide", () => {
  it.each(Object.entries(WALL_SENTENCES))(
    "has the line about %s as a command is told it",
    (_, sentence) => {
      const { before, after } = sentence;
      const lines = [`[${before}…${after}]`, `[${before}${after}]`];
      expect(lines.filter((line) => page("docs/guides/sandbox.md").includes(line))).toHaveLength(1);
    },
  );
});

describe("what a read outside the project finds", () => {
  it.each([
    "README.md",
    "SECURITY.md",
    "docs/guides/sandbox.md",
    "packages/cli/src/terminal/words/sandbox-words.ts",
  ])("is said in the same sentence in %s", (path) => {
    expect(page(path)).toContain(OUTSIDE_READS);
  });

  it("is said in SECURITY.md with the promise that walls are told", () => {
    expect(page("SECURITY.md")).toContain(
      "What a contained command could not do because of us is told to the model, with the rule or the way on",
    );
  });
});
