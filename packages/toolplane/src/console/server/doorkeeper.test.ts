import { expect, it } from "vitest";
import { createDoorkeeper } from "./doorkeeper.ts";

const MINUTE = 60_000;

it("lets a ticket in once, and not when it is old", () => {
  let nowMs = 0;
  const door = createDoorkeeper(() => nowMs);
  const [first, second] = [door.ticket(), door.ticket()];
  const pass = door.admit(first);
  expect(pass).toMatch(/^[\w-]{43}$/);
  expect(door.admit(first)).toBeNull();
  expect(door.isPass(first)).toBe(false);
  expect([door.isPass(pass ?? ""), door.isPass("")]).toEqual([true, false]);
  nowMs = 31 * MINUTE;
  expect(door.admit(second)).toBeNull();
});

it("keeps a pass that is used, and lets go of one that is not", () => {
  let nowMs = 0;
  const door = createDoorkeeper(() => nowMs);
  const pass = door.admit(door.ticket()) ?? "";
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
  const passes = Array.from({ length: 300 }, () => door.admit(door.ticket()) ?? "");
  expect(passes.filter((pass) => door.isPass(pass))).toHaveLength(256);
});
