import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { clearTree } from "@toolplane/disk/inside";
import { afterEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { isWhole, SAMPLED_MS, sampleOfSteps } from "../../sample.ts";
import {
  CAN_MOUNT,
  LAND_ALL,
  leftovers,
  openWorld,
  runCommand,
  treeOf,
  type World,
  type WorldOptions,
} from "./landing-world.ts";

const CHILD = join(import.meta.dirname, "landing-child.ts");
const COMMAND = `echo more >> a; echo 1 >> one; echo 2 >> two; rm three four; rm b; rm -r old; mkdir old; echo new > old/new; echo 2 > old/two; rm -r gone
mkdir -p tree/of; echo t > tree/of/t; echo n > src/n; ln -s a link; rm turns; mkdir turns; chmod 700 src; chmod 755 shut`;

const worlds: World[] = [];
function filled(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  seed(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

function seed({ workspace }: Pick<World, "workspace">): void {
  for (const name of readdirSync(workspace)) clearTree(join(workspace, name));
  const at = (name: string) => join(workspace, name);
  for (const folder of ["src", "old", "old/x", "gone"]) mkdirSync(at(folder), { mode: 0o755 });
  for (const file of ["a", "b", "old/x/y", "gone/z", "turns"]) writeFileSync(at(file), `${file}\n`);
  for (const [name, link] of [
    ["one", "two"],
    ["three", "four"],
  ] as const) {
    writeFileSync(at(name), "of two names\n");
    linkSync(at(name), at(link));
  }
  symlinkSync("b", at("to-b"));
  mkdirSync(at("shut"), { mode: 0o555 });
}

/** What is different in kind: before the plan, with it, in the middle of a step, and when it is written down. */
const KINDS = ["stage", "keep", "planned", "half", "sign"];

/** All of them where nothing is left out; otherwise the last one of each kind, and between a link and its rename. */
function stopsOf(steps: readonly string[]): readonly number[] {
  if (isWhole) return [...steps.keys()];
  const last = KINDS.map((kind) => steps.findLastIndex((name) => name.split(" ")[0] === kind));
  const filling = steps.findIndex((name) => name.startsWith("half refill"));
  const named = ["half over a", "over two", "half over two"].map((name) => steps.indexOf(name));
  return [...last, filling, ...named].filter((index) => index >= 0);
}

interface Ended {
  readonly killed: boolean;
  readonly steps: readonly string[];
}

function child(made: World, work: string, stop: number): Ended {
  const argv = [
    ...testProgram(CHILD),
    ...[made.workspace, made.userData, work, String(stop), COMMAND],
  ];
  const { signal, stdout, stderr, status } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
  });
  if (signal !== "SIGKILL" && status !== 0) throw new TypeError(`${stdout}${stderr}`);
  const killed = signal === "SIGKILL";
  return { killed, steps: killed ? [] : JSON.parse(stdout.split("\n").at(-1) ?? "") };
}

const WAYS: readonly (readonly [string, WorldOptions])[] = [
  ["by rename", {}],
  ["by copy", { userDataParent: "/dev/shm" }],
];

describe.skipIf(!CAN_MOUNT)("a process that is killed (needs mounts)", () => {
  it.each(WAYS)(
    "leaves one state or the other, at every step of a landing %s",
    async (_way, how) => {
      const made = filled(how);
      const before = treeOf(made.workspace);
      const whole = child(made, "land", -1);
      const after = treeOf(made.workspace);
      expect(after).not.toEqual(before);
      expect(whole.steps.length).toBeGreaterThan(20);
      for (const stop of stopsOf(whole.steps)) {
        seed(made);
        expect(child(made, "land", stop).killed).toBe(true);
        const landings = made.again();
        await landings.recover();
        const isPlanned = stop >= whole.steps.indexOf("planned");
        expect(treeOf(made.workspace), whole.steps[stop]).toEqual(isPlanned ? after : before);
        expect(leftovers(made)).toEqual([]);
        if (!isPlanned) continue;
        const names = (await made.journal.list()).filter(({ undone }) => !undone);
        const own = names.filter(({ callId }, _index, all) => callId === all.at(-1)?.callId);
        await made.journal.undo(own.slice(-lastLanding(own)).map(({ id }) => id));
        expect(treeOf(made.workspace)).toEqual(before);
      }
    },
    SAMPLED_MS,
  );

  it.each(WAYS)(
    "leaves one state or the other, at every step of an undo %s",
    async (_way, how) => {
      const made = filled(how);
      const before = treeOf(made.workspace);
      const names = (await runCommand(made, COMMAND)).undo;
      const after = treeOf(made.workspace);
      const { steps } = child(made, "undo", -1);
      expect(treeOf(made.workspace)).toEqual(before);
      await made.journal.redo(names);
      for (const stop of stopsOf(steps)) {
        expect(child(made, "undo", stop).killed).toBe(true);
        await made.again().recover();
        const undone = stop >= steps.indexOf("planned");
        expect((await made.journal.list()).every((entry) => entry.undone)).toBe(undone);
        expect(treeOf(made.workspace), steps[stop]).toEqual(undone ? before : after);
        expect(leftovers(made)).toEqual([]);
        if (undone) await made.journal.redo(names);
        expect(treeOf(made.workspace)).toEqual(after);
      }
    },
    SAMPLED_MS,
  );

  it("does not bring its landing forward over what a person did since, and lets the set wait", async () => {
    const made = filled();
    const { steps } = child(made, "land", -1);
    for (const kind of ["planned", "half"]) {
      seed(made);
      const before = treeOf(made.workspace);
      child(
        made,
        "land",
        steps.findIndex((name) => name.startsWith(kind)),
      );
      appendFileSync(join(made.workspace, "b"), "mine");
      const landings = made.again();
      await landings.recover();
      expect(treeOf(made.workspace)).toEqual({ ...before, "/b": "file 644 b\nmine" });
      expect(await landings.list()).toMatchObject([{ callId: "call_1" }]);
      await landings.drop("call_1");
    }
  });
});

/** What a person does to a file that a landing had only made a link of: in size, in time, and in neither. */
const EDITS: readonly (readonly [string, (path: string) => void, string])[] = [
  ["adds to it", (path) => appendFileSync(path, "mine"), "a\nmine"],
  ["writes as much", (path) => writeFileSync(path, "A\n"), "A\n"],
  [
    "writes as much and sets its time back",
    (path) => {
      writeFileSync(path, "A\n");
      utimesSync(path, 1, 1);
    },
    "A\n",
  ],
];

describe.skipIf(!CAN_MOUNT)("a landing killed between a link and its rename (needs mounts)", () => {
  it.each(EDITS)("takes all of it back when a person %s", async (_what, edit, holds) => {
    const made = filled();
    const a = join(made.workspace, "a");
    const { steps } = child(made, "land", -1);
    const half = steps.indexOf("half over a");
    expect(half).toBeGreaterThan(steps.indexOf("planned"));
    seed(made);
    utimesSync(a, 1, 1);
    const before = treeOf(made.workspace);
    expect(child(made, "land", half).killed).toBe(true);
    edit(a);
    const landings = made.again();
    await landings.recover();
    expect(treeOf(made.workspace)).toEqual({ ...before, "/a": `file 644 ${holds}` });
    expect(await landings.list()).toMatchObject([{ callId: "call_1" }]);
  });
});

/** Entries of the last landing: they were made at one time. */
function lastLanding(entries: readonly { readonly atMs: number }[]): number {
  return entries.filter(({ atMs }) => atMs === entries.at(-1)?.atMs).length;
}

/** Fails at one step as a disk does. */
function failAt(stop: number, code: string) {
  let step = -1;
  return {
    count: () => step + 1,
    onStep() {
      step += 1;
      if (step === stop) throw Object.assign(new RangeError("no"), { code });
    },
  };
}

const [RENAME, COPY] = WAYS as [(typeof WAYS)[0], (typeof WAYS)[0]];
const FAILURES = [
  [...RENAME, "ENOSPC", "no space is left"],
  [...COPY, "EACCES", "does not permit it"],
  ...(isWhole
    ? ([
        [...RENAME, "EACCES", "does not permit it"],
        [...COPY, "ENOSPC", "no space is left"],
      ] as const)
    : []),
] as const;

describe.skipIf(!CAN_MOUNT)("a disk that fails (needs mounts)", () => {
  it.each(FAILURES)(
    "at any step leaves everything as before and the set waiting, %s",
    async (_way, how, code, said) => {
      const made = filled(how);
      const before = treeOf(made.workspace);
      const probe = failAt(-1, code);
      await runCommand({ ...made, landings: made.again(probe) }, COMMAND);
      const after = treeOf(made.workspace);
      let kept = 0;
      for (const stop of sampleOfSteps(probe.count(), 10)) {
        seed(made);
        const landings = made.again(failAt(stop, code));
        const { landing } = await runCommand({ ...made, landings }, COMMAND);
        if (landing?.state === "landed") {
          // Where even the end of the plan fails, staging stays until the next start.
          const now = Object.entries(treeOf(made.workspace));
          const shown = now.filter(([path]) => !path.startsWith("/.toolplane-landing"));
          expect(Object.fromEntries(shown)).toEqual(after);
          continue;
        }
        kept += 1;
        expect(landing).toMatchObject({ state: "kept", why: "failed" });
        expect(landing?.refused?.[0]?.reason).toContain(said);
        expect(treeOf(made.workspace)).toEqual(before);
        expect(await made.again().land("call_1", LAND_ALL)).toMatchObject({ state: "landed" });
        expect(treeOf(made.workspace)).toEqual(after);
      }
      expect(kept).toBeGreaterThan(isWhole ? 15 : 3);
    },
  );
});
