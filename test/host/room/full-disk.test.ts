/**
 * A full disk: small ones, mounted in a namespace that ends with its process, hold the workspace, our own data, or both. Nothing
 * lands in part, what was recorded stays whole, and whoever called is told.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { hasSandbox } from "../../has-sandbox.ts";
import { CAN_MOUNT } from "../landing/landing-world.ts";

const CHILD = join(import.meta.dirname, "full-disk-run.ts");
const SCRIPT = `mount -t tmpfs -o size=24m t "$1" || exit 9; shift; mkdir -p "$1" "$2"; w=$1; d=$2; f=$3; l=$4; shift 4
"$@" "$w" "$d" "$f" "$l" && exec "$@" "$w" "$d" "$f" next`;

interface Answer {
  /** What each call was answered. */
  readonly said: readonly string[];
  /** The workspace after each of them. */
  readonly trees: readonly string[];
  /** What the next process finds. */
  readonly tree: string;
  readonly verified: unknown;
  readonly integrity: unknown;
}

function runFull(full: "both" | "data" | "workspace", left: number): Answer {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "full-disk-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const small = join(base, "small");
  mkdirSync(small);
  const workspace = join(full === "data" ? base : small, "w");
  const userData = join(full === "workspace" ? base : small, "d");
  const places = [small, workspace, userData, full === "workspace" ? workspace : userData];
  const own = process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
  const child = [process.execPath, ...testProgram(CHILD)];
  const words = [...own, "sh", "-c", SCRIPT, "sh", ...places, String(left), ...child];
  const { stdout, stderr } = spawnSync("unshare", words, { encoding: "utf8" });
  expect(stderr).toBe("");
  const [first = "", next = ""] = stdout.split("\n");
  return { ...JSON.parse(first), ...JSON.parse(next) } as Answer;
}

/** The calls: two that fill the workspace, then on the full disk a command, a write, an undo and one that prints, then one more. */
const FULL = { command: 2, write: 3, undo: 4, prints: 5, after: 6 };

const TOLD =
  /[Nn]o space is left|could not be recorded|could not be kept|could not be written|space/;

describe.skipIf(!CAN_MOUNT || !hasSandbox)(
  "a disk that is full (needs bubblewrap and mounts)",
  () => {
    it.each([
      ["both", 0],
      ["both", 150_000],
      ["both", 600_000],
      ["data", 0],
      ["data", 300_000],
      ["workspace", 0],
      ["workspace", 200_000],
    ] as const)("takes nothing in part: %s, with %i bytes left", (full, left) => {
      const { said, trees, tree: next, verified, integrity } = runFull(full, left);
      // Where the journal had no room, what a landing replaced stays in a folder of ours until the next process keeps it.
      const tree = (at: number) =>
        (trees[at] ?? "")
          .split("\n")
          .filter((line) => !line.includes("/.toolplane-landing-"))
          .join("\n");
      const lines = (at: number) => tree(at).split("\n").length;
      // Old: a, d and d/in. New: a and b, and no d.
      const isNew = tree(FULL.command) !== tree(1);
      if (isNew) expect(tree(FULL.command)).toMatch(/\/b /);
      expect(lines(FULL.command)).toBe(isNew ? 2 : 3);
      if (!isNew) expect(said[FULL.command]).toMatch(TOLD);
      if (tree(FULL.write) === tree(FULL.command)) expect(said[FULL.write]).toMatch(TOLD);
      else
        expect(
          tree(FULL.write)
            .replace(/\n?[^\n]*\/c [^\n]*/, "")
            .trim(),
        ).toBe(tree(FULL.command));
      // An undo takes back one call whole, or nothing.
      expect([tree(FULL.write), tree(FULL.command), tree(1), tree(0)]).toContain(tree(FULL.undo));
      expect(tree(FULL.prints)).toBe(tree(FULL.undo));
      expect(said[FULL.after]).toContain('"state":"landed"');
      expect(next).toBe(tree(FULL.after));
      expect(next).not.toContain(".toolplane");
      expect(verified).toMatchObject({ ok: true });
      expect(integrity).toEqual({ integrity_check: "ok" });
    });
  },
);
