/** The next process finishes what an ended one left. A process is ended here by giving its folders to one that never ran. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LandingJudge } from "@toolplane/contract/ports";
import { createLandedMoves, lockRoots } from "@toolplane/sandbox/inside";
import { afterEach, describe, expect, it } from "vitest";
import {
  CAN_MOUNT,
  journalOf,
  LAND_ALL,
  leftovers,
  openWorld,
  runCommand,
  runInView,
  treeOf,
  type World,
} from "./landing-world.ts";

const worlds: World[] = [];
function filled(): World {
  const made = openWorld();
  worlds.push(made);
  for (const file of ["a", "b"]) writeFileSync(join(made.workspace, file), `${file}\n`);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

const KEEP: LandingJudge = async () => ({ land: "none", drop: false, refused: [] });
const CALL = { sessionId: "ses_1", callId: "call_1", command: "" };
const SETTLE = { stopped: false, dryRun: false, judge: LAND_ALL };

/** Nobody ever had this name. */
const ENDED = "4000000000-1";

function endOwners({ userData }: World): void {
  const calls = join(userData, "landing/calls");
  for (const name of readdirSync(calls))
    for (const file of readdirSync(join(calls, name)).filter((one) => one.endsWith(".json"))) {
      const text = readFileSync(join(calls, name, file), "utf8");
      const owner = JSON.stringify(ENDED);
      writeFileSync(
        join(calls, name, file),
        text.replace(/"owner":"[^"]*"/, () => `"owner":${owner}`),
      );
    }
}

describe.skipIf(!CAN_MOUNT)("what a process left (needs mounts)", () => {
  it("is left alone while the process runs, and goes when it has ended", async () => {
    const made = filled();
    const view = await made.landings.begin({ ...CALL, roots: [made.workspace] });
    runInView(view, "echo more >> a");
    await made.again().recover();
    const signal = new AbortController().signal;
    const { landing } = await made.landings.settle(view, { ...SETTLE, signal });
    expect(landing?.state).toBe("landed");
    await made.landings.settled();
    await made.landings.begin({ ...CALL, roots: [made.workspace] });
    expect(leftovers(made)).toHaveLength(1);
    endOwners(made);
    await made.again().recover();
    expect(leftovers(made)).toEqual([]);
  });

  it("stays when it waits for a person", async () => {
    const made = filled();
    await runCommand(made, "echo more >> a", { judge: KEEP });
    endOwners(made);
    const next = made.again();
    await next.recover();
    expect(await next.list()).toHaveLength(1);
    expect(await next.land("call_1", LAND_ALL)).toMatchObject({ state: "landed" });
    expect(readFileSync(join(made.workspace, "a"), "utf8")).toBe("a\nmore\n");
  });

  it("is finished while nobody else changes files there, once, and can be undone", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    const appends: number[] = [];
    const { journal } = made.options.store;
    const failing = made.again({
      store: { journal: { ...journal, append: () => Promise.reject(new RangeError("full")) } },
    });
    const first = await runCommand({ ...made, landings: failing }, "echo more >> a; rm b");
    expect(first).toMatchObject({ landing: { state: "landed" }, undo: [] });
    expect(made.notices.join()).toContain("cannot be undone yet");
    endOwners(made);
    const held: unknown[] = [];
    const next = made.again({
      store: {
        journal: {
          ...journal,
          append(entries) {
            appends.push(entries.length);
            return journal.append(entries);
          },
        },
      },
      locks: {
        hold(paths, _signal, work) {
          held.push(paths);
          return work();
        },
      },
    });
    await next.recover();
    expect([appends, held, leftovers(made)]).toEqual([[2], [[made.workspace]], []]);
    const names = (await made.journal.list()).map(({ id }) => id);
    await made.journal.undo(names);
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("is not written down twice when only the end of its plan is missing", async () => {
    const made = filled();
    const failing = made.again({
      onStep(name) {
        if (name === "end") throw new RangeError("cut");
      },
    });
    await runCommand({ ...made, landings: failing }, "echo more >> a; rm b");
    endOwners(made);
    await made.again().recover();
    expect(made.notices.join()).toContain("is finished: 2 changes");
    expect((await made.journal.list()).length).toBe(2);
    expect(leftovers(made)).toEqual([]);
  });
});

describe.skipIf(!CAN_MOUNT)("an undo (needs mounts)", () => {
  it("waits for a landing of another process in the same root", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    const ran = await runCommand(made, "echo more >> a; rm b");
    const after = treeOf(made.workspace);
    const { userData, clock } = made.options;
    const lock = { folder: join(userData, "landing/locks"), clock, maxWaitMs: 60_000 };
    const journal = journalOf(made.options, createLandedMoves(made.options));
    let undoing: Promise<unknown> = Promise.resolve();
    await lockRoots([made.workspace], lock, async () => {
      undoing = journal.undo(ran.undo);
      for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
      expect(treeOf(made.workspace)).toEqual(after);
    });
    await undoing;
    expect(treeOf(made.workspace)).toEqual(before);
  });
});
