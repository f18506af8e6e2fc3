import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { ownWaiter } from "./waiter.ts";
import { workerState } from "./worker-state.ts";

const asked: string[] = [];
const leases = {
  worker: "own",
  forMs: 1,
  renew: async () => {},
  async isHeld(worker: string) {
    asked.push(worker);
    if (worker === "unknown") throw new ToolError("unavailable", "The database is away.");
    return worker === "alive";
  },
};
const own = ownWaiter({ leases });
const far = { ...own, machine: "elsewhere.test" };
const GONE = { started: "another start" };

describe("a process that waits or drives a run", () => {
  it.each([
    ["on another machine, its lease held", { ...far, worker: "alive" }, "elsewhere", ["alive"]],
    ["on another machine, its lease run out", { ...far, worker: "dead" }, "gone", ["dead"]],
    ["while the store is away", { ...far, worker: "unknown" }, "elsewhere", ["unknown"]],
    ["of a version without leases", { ...far, worker: undefined }, "elsewhere", []],
    ["this one", own, "waiting", []],
    ["that ended here", { ...own, pid: 2 ** 22 + 1 }, "gone", []],
    // Two machines may have one name: what is not of this boot may live on the other.
    ["of this name and another boot", { ...own, ...GONE, worker: "alive" }, "elsewhere", ["alive"]],
    ["of a boot before, long ago", { ...own, ...GONE, worker: "dead" }, "gone", ["dead"]],
  ])("is known %s", async (_, { worker, ...given }, state, questions) => {
    asked.length = 0;
    const waiter = worker === undefined ? given : { ...given, worker };
    expect(await workerState({ leases }, undefined)(waiter)).toBe(state);
    expect(asked).toEqual(questions);
    expect(await workerState({}, undefined)({ ...given, machine: "m" })).toBe("elsewhere");
  });
});
