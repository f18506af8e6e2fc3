import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../loop/loop-state.ts";
import { createPurse, type Purse } from "./create-purse.ts";

const answer = { inputTokens: 10, outputTokens: 10, costMicros: 0 };

function purseOf(limits: object, above: Purse | null = null, workedMs = () => 0) {
  const below: unknown[] = [];
  const purse = createPurse({
    limits: { ...DEFAULT_LIMITS, ...limits },
    above,
    workedMs,
    onBelow: (spent) => below.push(spent),
  });
  return { purse, below };
}

it("pays for an answer in every run above, and reports it to each", () => {
  const root = purseOf({ tokens: 60 });
  const child = purseOf({}, root.purse);
  const grandchild = purseOf({}, child.purse);
  grandchild.purse.pay(answer);
  child.purse.pay(answer);
  expect([root.below, child.below, grandchild.below]).toEqual([[answer, answer], [answer], []]);
  expect(root.purse.reached()).toBeNull();
  grandchild.purse.pay(answer);
  expect(root.purse.reached()).toMatchObject({ by: "tokens" });
});

it("is bound by every run above it, two levels up as well", () => {
  let workedMs = 0;
  const root = purseOf({ timeMs: 1_000 }, null, () => workedMs);
  const child = purseOf({}, root.purse);
  const grandchild = purseOf({}, child.purse);
  expect(grandchild.purse.reached()).toBeNull();
  workedMs = 1_000;
  expect(child.purse.reached()).toMatchObject({ by: "time" });
  expect(grandchild.purse.reached()).toMatchObject({ by: "time" });
});

it("counts answers again from a new prompt, and the usage goes on", () => {
  const { purse } = purseOf({ turns: 2, tokens: 60 });
  purse.pay(answer);
  purse.payBelow(answer);
  expect(purse.reached()).toMatchObject({ by: "turns" });
  purse.renew();
  expect(purse.reached()).toBeNull();
  purse.pay(answer);
  expect(purse.reached()).toMatchObject({ by: "tokens" });
});
