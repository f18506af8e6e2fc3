import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { holdMark, isMarkHeld } from "./life-marks.ts";
import { isProcessRunning } from "./process-name.ts";

let userData: string;
beforeEach(() => {
  userData = realpathSync(mkdtempSync(join(tmpdir(), "marks-")));
});
afterEach(() => rmSync(userData, { recursive: true }));

const marks = () => readdirSync(join(userData, "alive"));

it("a mark is held until it is let go of, and leaves nothing", () => {
  const letGo = holdMark(userData, "7-8.9");
  expect([isMarkHeld(userData, "7-8.9"), isMarkHeld(userData, "7-8.10")]).toEqual([true, false]);
  letGo();
  letGo();
  expect(isMarkHeld(userData, "7-8.9")).toBe(false);
  expect(marks()).toEqual([]);
});

it("two of one process are held apart, and the next takes away only what nobody holds", () => {
  const one = holdMark(userData, "7-8.9");
  const two = holdMark(userData, "7-8.9");
  one();
  expect(isMarkHeld(userData, "7-8.9")).toBe(true);
  const three = holdMark(userData, "8-8.9");
  expect(isMarkHeld(userData, "7-8.9")).toBe(true);
  expect(marks()).toHaveLength(2);
  two();
  three();
  expect(marks()).toEqual([]);
});

it("a process of another namespace runs while its mark is held; where nobody can tell, it counts as running", () => {
  const letGo = holdMark(userData, "1-5.42");
  expect(isProcessRunning("1-5.42", userData)).toBe(true);
  letGo();
  expect(isProcessRunning("1-5.42", userData)).toBe(false);
  expect(isProcessRunning("1-5.42")).toBe(true);
});
