/**
 * The machine itself ends after a landing was answered and before the disk had it. What a disk may then hold is made by hand: the
 * plan is there, of another run of the machine, and files are cut off, missing, or whole.
 */
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { CallView, LandingsOptions } from "@toolplane/sandbox/inside";
import { createLandedMoves } from "@toolplane/sandbox/inside";
import { afterEach, describe, expect, it } from "vitest";
import {
  CAN_MOUNT,
  journalOf,
  LAND_ALL,
  leftovers,
  openWorld,
  runCommand,
  treeOf,
  type World,
} from "./landing-world.ts";

const worlds: World[] = [];
function filled(): World {
  const made = openWorld();
  worlds.push(made);
  for (const file of ["a", "b", "c"]) writeFileSync(join(made.workspace, file), `${file}\n`);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

const COMMAND = "echo more >> a; rm b; echo new > n; mkdir d; echo in > d/in";

/** Lands, and ends the machine before the plan has ended. */
async function landAndStop(made: World): Promise<string> {
  const landings = made.again({
    onStep(name) {
      if (name === "end") throw new RangeError("the machine stops");
    },
  });
  const ran = await runCommand({ ...made, landings }, COMMAND);
  expect(ran.landing?.state).toBe("landed");
  expect(ran.undo).toHaveLength(1);
  const [call = ""] = leftovers(made);
  const folder = join(made.userData, "landing/calls", call);
  for (const file of ["plan.json", "state.json"]) {
    const text = readFileSync(join(folder, file), "utf8")
      .replace(/"owner":"[^"]*"/, '"owner":"4000000000-1"')
      .replace(/"boot":"[^"]*"/, '"boot":"another-run"');
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** Lands a new file, and waits for no disk. */
async function landNew(made: World, landings: World["landings"]): Promise<CallView> {
  const call = { sessionId: "s", callId: "c", command: "", roots: [made.workspace] };
  const view = await landings.begin(call);
  writeFileSync(join(view.roots[0]?.upper ?? "", "n"), "new");
  const { signal } = new AbortController();
  await landings.settle(view, { stopped: false, dryRun: false, judge: LAND_ALL, signal });
  return view;
}

/** Its length never reached the disk; its time, which was before the landing, did. */
function cutOff(path: string): void {
  const { mtime } = statSync(path);
  truncateSync(path, 0);
  utimesSync(path, mtime, mtime);
}

describe.skipIf(!CAN_MOUNT)("a landing answered before the disk had it (needs mounts)", () => {
  it("answers while its plan is still there, and ends the plan when the disk has it", async () => {
    const made = filled();
    const steps: string[] = [];
    const landings = made.again({ onStep: (name) => void steps.push(name) });
    const view = await landNew(made, landings);
    expect(readdirSync(view.folder)).toContain("plan.json");
    expect(readFileSync(join(made.workspace, "n"), "utf8")).toBe("new");
    await landings.settled();
    expect(steps.at(-1)).toBe("ended");
    expect(leftovers(made)).toEqual([]);
  });

  it("ends the plan only when the store has brought its entries to disk", async () => {
    const made = filled();
    const { promise: disk, resolve: hasIt } = Promise.withResolvers<void>();
    const { promise: asked, resolve: asks } = Promise.withResolvers<void>();
    const { journal } = made.options.store;
    const durable: (boolean | undefined)[] = [];
    const store: LandingsOptions["store"] = {
      journal: {
        ...journal,
        append(entries, how) {
          durable.push(how?.durable);
          return journal.append(entries, how);
        },
      },
      async flush() {
        asks();
        await disk;
      },
    };
    const landings = made.again({ store });
    const { folder } = await landNew(made, landings);
    await asked;
    expect(readdirSync(folder)).toContain("plan.json");
    hasIt();
    await landings.settled();
    expect(leftovers(made)).toEqual([]);
    // A store that cannot be asked for it later has it on disk before the answer.
    const other = made.again({ store: { journal: store.journal } });
    await runCommand({ ...made, landings: other }, "echo 2 >> a", { callId: "call_2" });
    expect(durable).toEqual([false, true]);
    await other.settled();
  });

  it("keeps the plan where the store could not bring its entries to disk", async () => {
    const made = filled();
    const { journal } = made.options.store;
    const flush = async () => {
      throw new Error("no space is left on its disk");
    };
    const landings = made.again({ store: { journal, flush } });
    const { folder } = await landNew(made, landings);
    await landings.settled();
    expect(readdirSync(folder)).toContain("plan.json");
    expect(made.notices.join()).toContain("no space is left on its disk");
  });

  it("stays where all of it is there, and can be undone", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    await landAndStop(made);
    const after = treeOf(made.workspace);
    const next = made.again();
    await next.recover();
    expect(treeOf(made.workspace)).toEqual(after);
    expect([await next.list(), leftovers(made)]).toEqual([[], []]);
    await made.journal.undo((await made.journal.list()).map(({ id }) => id));
    expect(treeOf(made.workspace)).toEqual(before);
  });

  const CUTS: readonly (readonly [string, (workspace: string, folder: string) => void])[] = [
    ["a changed file is cut off", (workspace) => cutOff(join(workspace, "a"))],
    ["a new file is cut off", (workspace) => cutOff(join(workspace, "n"))],
    ["a file in a new folder is cut off", (workspace) => cutOff(join(workspace, "d/in"))],
    [
      "a step never reached the disk",
      (workspace, folder) => renameSync(join(workspace, "n"), join(folder, "0/u/n")),
    ],
    [
      "nobody can tell, for what was signed is not there",
      (_workspace, folder) => {
        const { end } = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
        rmSync(join(end.journal, "entries.json"));
      },
    ],
  ];
  it.each(CUTS)("is taken back and waits where %s", async (_what, cut) => {
    const made = filled();
    const before = treeOf(made.workspace);
    const folder = await landAndStop(made);
    cut(made.workspace, folder);
    const next = made.again();
    await next.recover();
    expect(treeOf(made.workspace)).toEqual(before);
    expect(await next.list()).toMatchObject([{ callId: "call_1", landing: { state: "kept" } }]);
    expect(made.notices.join()).toContain("The machine stopped before a landing was on disk");
  });

  it("leaves what somebody changed, deleted or replaced since to them", async () => {
    const made = filled();
    await landAndStop(made);
    const at = (name: string) => join(made.workspace, name);
    writeFileSync(at("a"), "mine");
    utimesSync(at("a"), new Date(), new Date(Date.now() + 60_000));
    rmSync(at("n"));
    writeFileSync(at("b"), "back again");
    const theirs = treeOf(made.workspace);
    const next = made.again();
    await next.recover();
    expect(treeOf(made.workspace)).toEqual(theirs);
    expect(await next.list()).toEqual([]);
  });

  it("leaves an undo that came before its end as it is", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    await landAndStop(made);
    const journal = journalOf(made.options, createLandedMoves(made.options));
    await journal.undo((await journal.list()).map(({ id }) => id));
    expect(treeOf(made.workspace)).toEqual(before);
    await made.again().recover();
    expect(treeOf(made.workspace)).toEqual(before);
    expect((await journal.list()).every(({ undone }) => undone)).toBe(true);
  });

  it("takes back the newest first where two stand over each other", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    for (const text of ["one", "two"]) {
      const landings = made.again({
        onStep(name) {
          if (name === "end") throw new RangeError("the machine stops");
        },
      });
      const callId = `call_${text}`;
      await runCommand({ ...made, landings }, `echo ${text} >> a`, { callId });
    }
    for (const call of leftovers(made)) {
      const file = join(made.userData, "landing/calls", call, "plan.json");
      const plan = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...plan, owner: "4000000000-1", boot: "other" }));
      rmSync(join(plan.end.journal, "entries.json"));
    }
    const next = made.again();
    await next.recover();
    expect(treeOf(made.workspace)).toEqual(before);
    expect(await next.list()).toHaveLength(2);
  });
});
