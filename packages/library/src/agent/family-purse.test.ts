import { DEFAULT_LIMITS, type LoopLimits, NOTHING_SPENT, type Spent } from "@toolplane/agent";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createFamilyPurse } from "./family-purse.ts";

const SIGNAL = new AbortController().signal;
const answer = { inputTokens: 60, outputTokens: 40, costMicros: 1_000 };

async function openFamily(limits: Partial<LoopLimits>) {
  const { slots } = createMemoryStore();
  const clock = createFakeClock();
  const open = async (run: string, used: Spent = NOTHING_SPENT, turns = 0) => {
    const isAbove = run !== "root";
    const purse = createFamilyPurse({ slots, family: "s", run, isAbove, used, turns, clock });
    await purse.open({ ...DEFAULT_LIMITS, ...limits });
    return purse;
  };
  return { open, clock };
}

it("a family spends no more than one answer of each over its bound, however they come between each other", async () => {
  const { open, clock } = await openFamily({ tokens: 2_000 });
  const runs = await Promise.all(["root", "a", "b", "c"].map((run) => open(run)));
  let answers = 0;
  const spendAll = async (purse: (typeof runs)[number]) => {
    while ((await purse.reserve(SIGNAL)) === null) {
      await Promise.resolve();
      purse.spend(answer);
      answers += 1;
    }
    await purse.settle();
  };
  let isOver = false;
  const spending = Promise.all(runs.map(spendAll)).then(() => {
    isOver = true;
  });
  while (!isOver) await clock.advance(1_000);
  await spending;
  expect(answers).toBeGreaterThanOrEqual(20);
  expect(answers).toBeLessThanOrEqual(23);
});

it("what a killed worker held is put right by whoever goes on with its run", async () => {
  const { open, clock } = await openFamily({ turns: 4 });
  const killed = await open("a");
  await killed.reserve(SIGNAL);
  killed.spend(answer);
  const root = await open("root");
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await root.reserve(SIGNAL)).toBeNull();
    root.spend(answer);
  }
  // Held by the one that is gone: neither used nor free.
  let came: unknown = "waits";
  const waiting = root.reserve(SIGNAL).then((limit) => {
    came = limit;
  });
  await clock.advance(3_000);
  expect(came).toBe("waits");
  const heir = await open("a", answer, 1);
  await clock.advance(2_000);
  await waiting;
  expect(came).toMatchObject({ by: "turns" });
  expect(await heir.reserve(SIGNAL)).toMatchObject({ by: "turns" });
});

it("more money is more for all of them, and is theirs above", async () => {
  const { open } = await openFamily({ costMicros: 1_000 });
  const root = await open("root");
  const child = await open("a");
  await child.reserve(SIGNAL);
  child.spend(answer);
  expect(await child.reserve(SIGNAL)).toMatchObject({ by: "cost" });
  expect(await root.reserve(SIGNAL)).toMatchObject({ by: "cost" });
  expect(child.money()).toEqual({ limitMicros: 1_000, spentMicros: 1_000, isAbove: true });
  await child.raise(3_000);
  expect(await root.reserve(SIGNAL)).toBeNull();
  expect(root.money()).toEqual({ limitMicros: 3_000, spentMicros: 1_000 });
});
