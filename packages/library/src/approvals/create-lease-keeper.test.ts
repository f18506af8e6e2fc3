import { createFakeClock } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createLeaseKeeper } from "./create-lease-keeper.ts";

function openKeeper() {
  const clock = createFakeClock();
  const renewals: number[] = [];
  let isDown = false;
  const leases = {
    worker: "w",
    forMs: 4_000,
    async renew() {
      if (isDown) throw new Error("down");
      renewals.push(clock.nowMs());
    },
    isHeld: async () => true,
  };
  const began = clock.nowMs();
  return {
    keeper: createLeaseKeeper({ leases }, clock),
    since: () => renewals.map((at) => at - began),
    fail: (isNow: boolean) => {
      isDown = isNow;
    },
    pass: clock.advance,
  };
}

it("renews the lease several times while it holds, and not when nobody holds it any more", async () => {
  const { keeper, since, pass } = openKeeper();
  const first = await keeper.hold();
  const second = await keeper.hold();
  await pass(1_000);
  first();
  first();
  await pass(1_000);
  second();
  await pass(9_000);
  expect(since()).toEqual([0, 1_000, 2_000]);
  (await keeper.hold())();
  expect(since()).toHaveLength(4);
});

it("goes on renewing after an outage, and holds nothing that it did not get", async () => {
  const { keeper, since, pass, fail } = openKeeper();
  fail(true);
  await expect(keeper.hold()).rejects.toThrow("down");
  fail(false);
  await pass(3_000);
  expect(since()).toEqual([]);
  await keeper.hold();
  fail(true);
  await pass(2_000);
  await expect(keeper.hold()).rejects.toThrow("down");
  fail(false);
  await pass(1_000);
  expect(since()).toEqual([3_000, 6_000]);
});

it("keeps nothing in a store of one machine", async () => {
  const keeper = createLeaseKeeper({}, { setTimer: () => expect.unreachable() });
  (await keeper.hold())();
});
