import { expect, it } from "vitest";
import { createDoorkeeper } from "./doorkeeper.ts";

const MINUTE = 60_000;

it("lets a ticket in once, and not when it is old", () => {
  let nowMs = 0;
  const door = createDoorkeeper(() => nowMs);
  const first = door.ticket();
  const second = door.ticket();
  const { pass, mark } = door.admit(first) ?? { pass: "", mark: "" };
  expect(pass).toMatch(/^[\w-]{43}$/);
  expect(mark).toMatch(/^[\w-]{43}$/);
  expect(door.admit(first)).toBeNull();
  expect(door.isPass(first)).toBe(false);
  expect([door.isPass(pass), door.isPass("")]).toEqual([true, false]);
  nowMs = 31 * MINUTE;
  expect(door.admit(second)).toBeNull();
});

it("keeps a pass that is used, and lets go of one that is not", () => {
  let nowMs = 0;
  const door = createDoorkeeper(() => nowMs);
  const { pass } = door.admit(door.ticket()) ?? { pass: "" };
  nowMs = 11 * 60 * MINUTE;
  expect(door.isPass(pass)).toBe(true);
  nowMs = 22 * 60 * MINUTE;
  expect(door.isPass(pass)).toBe(true);
  nowMs = 35 * 60 * MINUTE;
  expect([door.isPass(pass), door.isPass(pass)]).toEqual([false, false]);
});

it("holds a bounded number of tickets and passes", () => {
  const door = createDoorkeeper(() => 0);
  const tickets = Array.from({ length: 20 }, () => door.ticket());
  expect(tickets.filter((ticket) => door.admit(ticket) !== null)).toHaveLength(16);
  const passes = Array.from({ length: 300 }, () => door.admit(door.ticket())?.pass ?? "");
  expect(passes.filter((pass) => door.isPass(pass))).toHaveLength(256);
});

it("knows the mark of a pass, which nobody else can make from it", () => {
  const door = createDoorkeeper(() => 0);
  const other = createDoorkeeper(() => 0);
  const one = door.admit(door.ticket());
  const two = door.admit(door.ticket());
  if (!one || !two) throw new Error("a fresh ticket was refused");
  expect(door.isMark(one.pass, one.mark)).toBe(true);
  expect([two.mark, one.pass, "", "1"].map((mark) => door.isMark(one.pass, mark))).toEqual([
    ...[false, false, false, false],
  ]);
  expect(other.isMark(one.pass, one.mark)).toBe(false);
});
