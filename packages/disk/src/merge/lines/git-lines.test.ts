import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { gitLines, type RunGit } from "./git-lines.ts";
import type { MergePiece, TextSides } from "./merge-lines.ts";
import { ownLines } from "./own-lines.ts";
import { hasGit, runGit } from "./run-git.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "git-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines = fc
  .array(fc.constantFrom("a\n", "b\n", "c\n", "}\n", "\n", "\r\n", "======= \n"), { maxLength: 14 })
  .map((some) => some.join(""));
const CONFLICTING: TextSides = sidesOf("1\na\n", "1\nb\n", "1\nc\n");

describe.runIf(hasGit)("lines merged by git (needs git)", () => {
  it("are those of git merge-file, wherever it merges", async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, async (base, ours, theirs) => {
        const pieces = await gitLines({ run: runGit, folder })(sidesOf(base, ours, theirs));
        expect(cleanText(pieces)).toBe(plainGit({ base, ours, theirs }));
      }),
      { numRuns: 60 },
    );
  });

  it("know nothing of a repository around them", async () => {
    const around = join(folder, "repository");
    mkdirSync(around);
    spawnSync("git", ["init", "-q"], { cwd: around });
    // Git ends with an error wherever it reads this.
    writeFileSync(join(around, ".git/config"), "[merge\n");
    const pieces = await gitLines({ run: asked(runGit, [0, 1]), folder: around })(CONFLICTING);
    expect(pieces).toHaveLength(2);
  });
});

describe("lines merged by git that", () => {
  it.each<readonly [string, RunGit]>([
    ["is not there", async () => null],
    ["fails", async () => ({ code: 255, stdout: Buffer.from("x") })],
    ["prints something else", async () => ({ code: 1, stdout: Buffer.from("<<<<<<< ours\nx\n") })],
  ])("%s are merged without it", async (_name, run) => {
    expect(await gitLines({ run, folder })(CONFLICTING)).toEqual(await ownLines(CONFLICTING));
  });

  it("gets nothing of a person's configuration, and marks that no line begins with", async () => {
    const seen: unknown[] = [];
    const run: RunGit = async (argv, { cwd, env }) => {
      seen.push(argv[3], { ...env, HOME: env.HOME === cwd });
      return null;
    };
    await gitLines({ run, folder })({ ...CONFLICTING, base: Buffer.from("=========\n") });
    expect(seen).toEqual([
      "--marker-size=10",
      {
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_DIR: "/dev/null",
        LC_ALL: "C",
        HOME: true,
      },
    ]);
  });
});

function sidesOf(base: string, ours: string, theirs: string): TextSides {
  return { base: Buffer.from(base), ours: Buffer.from(ours), theirs: Buffer.from(theirs) };
}

/** Fails on another exit code, which would be merged without git. */
function asked(run: RunGit, codes: readonly number[]): RunGit {
  return async (argv, options) => {
    const done = await run(argv, options);
    expect(codes).toContain(done?.code);
    return done;
  };
}

/** Null for a conflict. */
function cleanText(pieces: readonly MergePiece[]): string | null {
  const texts = pieces.map((piece) => (piece.kind === "agreed" ? piece.bytes : null));
  const known = texts.filter((text) => text !== null);
  return known.length < texts.length ? null : Buffer.concat(known).toString();
}

function plainGit(texts: Readonly<Record<"base" | "ours" | "theirs", string>>): string | null {
  const cwd = mkdtempSync(join(folder, "plain-"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(cwd, name), text);
  const { status, stdout } = spawnSync("git", ["merge-file", "-p", "ours", "base", "theirs"], {
    cwd,
    env: { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" },
  });
  rmSync(cwd, { recursive: true });
  return status === 0 ? stdout.toString() : null;
}
