import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";
import { markInert } from "./mark-inert.ts";

const CHANGES = [
  { root: 0, at: "a/.git", kind: "added", type: "directory" },
  { root: 0, at: "a/.git/config", kind: "added", type: "file" },
] as unknown as readonly UpperChange[];

const marks = (upper: string) =>
  markInert(CHANGES, { roots: [{ upper }] } as unknown as LandingState).map(({ inert }) => inert);

it("marks settings as git writes them, and nothing that cannot be read", () => {
  const upper = mkdtempSync(join(tmpdir(), "toolplane-inert-"));
  onTestFinished(() => rmSync(upper, { recursive: true, force: true }));
  mkdirSync(join(upper, "a/.git"), { recursive: true });
  writeFileSync(join(upper, "a/.git/config"), "[core]\n\tbare = false\n");
  expect(marks(upper)).toEqual([undefined, true]);
  // As a folder that its command closed is for an ordinary user: the look itself fails.
  expect(marks(join(upper, "x".repeat(300)))).toEqual([undefined, undefined]);
});
