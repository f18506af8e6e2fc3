// Files of this repository, edited on two sides at once: what comes out is what git makes of them, and without git never something else.
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasGit, runGit } from "@toolplane/disk/fixtures";
import {
  answerHunks,
  findCaseClashes,
  gitLines,
  type MergeLines,
  mergeTexts,
  ownLines,
} from "@toolplane/disk/merge";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { SAMPLED_MS, sampleOf } from "../sample.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "merge-own-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Edit = readonly [place: number, kind: "insert" | "replace" | "remove"];

const EDITS: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.tuple(fc.nat(), fc.constantFrom("insert", "replace", "remove")),
  { minLength: 1, maxLength: 4 },
);
const FILES: readonly string[] = globSync("packages/*/{package.json,src/*/*.ts}", {
  cwd: root,
}).toSorted();

it.runIf(hasGit)("are merged as git merges them (needs git)", { timeout: SAMPLED_MS }, async () => {
  for (const path of sampleOf(FILES, 20)) {
    const base = readFileSync(join(root, path), "utf8");
    await fc.assert(
      fc.asyncProperty(EDITS, EDITS, async (some, others) => {
        const texts = { base, ours: edited(base, some, "o"), theirs: edited(base, others, "t") };
        const git = plainGit(texts);
        expect(await byLines(texts, gitLines({ run: runGit, folder }))).toBe(git);
        const own = await byLines(texts, ownLines);
        if (own !== null && git !== null) expect(own).toBe(git);
      }),
      { numRuns: 3 },
    );
  }
});

it("are whole when every hunk is answered with one side", { timeout: SAMPLED_MS }, async () => {
  for (const path of sampleOf(FILES, 20)) {
    const base = readFileSync(join(root, path), "utf8");
    const ours = base.replaceAll("\n", "\r\n");
    const sides = {
      base: Buffer.from(base),
      ours: Buffer.from(ours),
      theirs: Buffer.from(`${base}t`),
    };
    const merge = await mergeTexts(sides, { path, mergeLines: ownLines });
    if (merge.kind === "merged") throw new Error(`${path} is merged`);
    const answered = answerHunks(
      merge,
      merge.hunks.map(() => "ours" as const),
    );
    expect(Buffer.from(answered).toString()).toBe(ours);
  }
});

it("clash where both sides renamed one of them in letters of another case", () => {
  const [moved = "", ...rest] = FILES;
  const ours = [moved.toUpperCase(), ...rest];
  const theirs = [moved.replace("p", "P"), ...rest];
  expect(findCaseClashes({ base: FILES, ours, theirs })).toEqual([
    [...ours.slice(0, 1), ...theirs.slice(0, 1)],
  ]);
});

/** Null for a conflict. The name of the file says nothing of its structure. */
async function byLines(
  { base, ours, theirs }: Readonly<Record<"base" | "ours" | "theirs", string>>,
  mergeLines: MergeLines,
): Promise<string | null> {
  const merge = await mergeTexts(
    { base: Buffer.from(base), ours: Buffer.from(ours), theirs: Buffer.from(theirs) },
    { path: "text", mergeLines },
  );
  return merge.kind === "merged" ? Buffer.from(merge.bytes).toString() : null;
}

function edited(text: string, edits: readonly Edit[], name: string): string {
  const lines = text.split("\n");
  for (const [number, [place, kind]] of edits.entries()) {
    const at = place % lines.length;
    const line = `  ${name}${number};`;
    if (kind === "insert") lines.splice(at, 0, line);
    else if (kind === "replace") lines.splice(at, 1, line);
    else lines.splice(at, 1);
  }
  return lines.join("\n");
}

function plainGit(texts: Readonly<Record<string, string>>): string | null {
  const cwd = mkdtempSync(join(folder, "plain-"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(cwd, name), text);
  const { status, stdout } = spawnSync("git", ["merge-file", "-p", "ours", "base", "theirs"], {
    cwd,
    env: { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  return status === 0 ? stdout.toString() : null;
}
