import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createLateSyncs } from "./late-syncs.ts";

/** A disk that answers when the test lets it. */
function open() {
  const clock = createFakeClock();
  const faults: unknown[] = [];
  const ended: string[] = [];
  const disk: ((error?: unknown) => void)[] = [];
  const later = createLateSyncs({
    clock,
    maxWaitMs: 1_000,
    onFault: (error) => void faults.push(error),
  });
  const add = (name: string) =>
    later.add({
      sync: () =>
        new Promise((resolve, reject) =>
          disk.push((error) => (error === undefined ? resolve() : reject(error))),
        ),
      end: () => void ended.push(name),
    });
  return { clock, later, faults, ended, disk, add };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("createLateSyncs", () => {
  it("ends a plan when the disk has it, and several that came meanwhile by one look at the disk", async () => {
    const { later, ended, disk, add } = open();
    for (const name of ["one", "two", "three"]) add(name);
    expect(ended).toEqual([]);
    disk[0]?.();
    await turn();
    expect(ended).toEqual(["one"]);
    disk[1]?.();
    await later.settled();
    expect([ended, disk.length]).toEqual([["one", "two", "three"], 2]);
  });

  it("lets the next landing wait when too many are not on disk", async () => {
    const { later, disk, add } = open();
    for (let n = 0; n < 7; n += 1) add(String(n));
    await later.room();
    add("8");
    let hasRoom = false;
    const room = later.room().then(() => {
      hasRoom = true;
    });
    await turn();
    expect(hasRoom).toBe(false);
    disk[0]?.();
    await turn();
    disk[1]?.();
    await room;
    expect(hasRoom).toBe(true);
  });

  it("leaves the plan where the disk fails, and goes on with the next one", async () => {
    const { later, faults, ended, disk, add } = open();
    add("one");
    disk[0]?.("bad disk");
    await later.settled();
    add("two");
    disk[1]?.();
    await later.settled();
    expect([faults, ended]).toEqual([["bad disk"], ["two"]]);
  });

  it("does not wait for ever", async () => {
    const { clock, later, faults, ended, add } = open();
    add("one");
    const settled = later.settled();
    clock.advance(1_001);
    await settled;
    expect([faults, ended]).toEqual([["the disk takes too long"], []]);
  });
});
