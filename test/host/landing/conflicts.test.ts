import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { LandingJudge } from "@toolplane/contract/ports";
import { afterEach, describe, expect, it } from "vitest";
import {
  CAN_MOUNT,
  LAND_ALL,
  openWorld,
  runCommand,
  runInView,
  treeOf,
  type World,
  type WorldOptions,
} from "./landing-world.ts";

const worlds: World[] = [];
function filled(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  const at = (name: string) => join(made.workspace, name);
  mkdirSync(at("../aside"));
  for (const folder of ["d", "d/in", "e"]) mkdirSync(at(folder));
  for (const file of ["a", "b", "d/x", "d/in/y", "e/z"]) writeFileSync(at(file), `${file}\n`);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

/** The command, what a person does before it is settled, and the path that is in conflict. */
const CLASHES: readonly (readonly [string, string, (root: string) => void, string])[] = [
  ["edits the same file", "echo 1 >> a", (w) => appendFileSync(`${w}/a`, "mine"), "a"],
  [
    "replaces it with one of equal size and time",
    "echo 1 >> a",
    (w) => {
      writeFileSync(`${w}/a2`, "A\n");
      utimesSync(`${w}/a2`, 1, 1);
      renameSync(`${w}/a2`, `${w}/a`);
    },
    "a",
  ],
  ["changes its mode", "echo 1 >> a", (w) => chmodSync(`${w}/a`, 0o600), "a"],
  ["makes the same file", "echo 1 > new", (w) => writeFileSync(`${w}/new`, "mine"), "new"],
  [
    "makes a file where a folder is made",
    "mkdir n; echo > n/f",
    (w) => writeFileSync(`${w}/n`, ""),
    "n",
  ],
  ["deletes a file that was modified", "echo 1 >> d/x", (w) => rmSync(`${w}/d/x`), "d/x"],
  ["edits a file that was deleted", "rm a", (w) => appendFileSync(`${w}/a`, "mine"), "a"],
  ["adds to a folder that was deleted", "rm -r d", (w) => writeFileSync(`${w}/d/in/n`, ""), "d"],
  ["edits in a folder that was deleted", "rm -r d", (w) => appendFileSync(`${w}/d/in/y`, "m"), "d"],
  [
    "edits in a folder that was replaced",
    "rm -r d; mkdir d; echo > d/q",
    (w) => appendFileSync(`${w}/d/in/y`, "m"),
    "d",
  ],
  [
    "moves an old folder into one that was deleted",
    "rm -r d",
    (w) => renameSync(`${w}/e`, `${w}/d/e`),
    "d",
  ],
  ["removes the folder", "echo > d/in/n", (w) => rmSync(`${w}/d`, { recursive: true }), "d"],
  [
    "puts a folder in the place of a file",
    "echo 1 >> a",
    (w) => {
      rmSync(`${w}/a`);
      mkdirSync(`${w}/a`);
    },
    "a",
  ],
  [
    "puts a link to outside in the place of a folder",
    "echo 1 >> d/in/y",
    (w) => {
      renameSync(`${w}/d`, `${w}/d2`);
      symlinkSync("/etc", `${w}/d`);
    },
    "d",
  ],
];

/** The same, between the plan and its first step; the last word is told. */
const RACES: readonly (readonly [string, string, (root: string) => void, string])[] = [
  ["edits a file where it stands", "echo 1 >> a", (w) => appendFileSync(`${w}/a`, "mine"), "a"],
  ["deletes it", "echo 1 >> a", (w) => rmSync(`${w}/a`), "a"],
  ["makes the same file", "echo 1 > new", (w) => writeFileSync(`${w}/new`, "mine"), "new"],
  [
    "puts a link to outside in the place of a folder",
    "echo 1 > d/new",
    (w) => {
      renameSync(`${w}/d`, `${w}/d2`);
      symlinkSync(join(w, "../aside"), `${w}/d`);
    },
    "d",
  ],
];

describe.skipIf(!CAN_MOUNT)("what a person does meanwhile (needs mounts)", () => {
  it.each(CLASHES)("is theirs, when somebody %s", async (_what, command, meanwhile, path) => {
    const made = filled();
    let theirs: unknown = null;
    let asked = 0;
    const judge: LandingJudge = async () => {
      asked += 1;
      return { land: "all" };
    };
    const ran = await runCommand(made, `${command}; echo other > other`, {
      judge,
      meanwhile() {
        meanwhile(made.workspace);
        theirs = treeOf(made.workspace);
      },
    });
    expect(ran.landing).toMatchObject({ state: "kept", why: "conflict" });
    expect(ran.landing?.refused?.map(({ path: one }) => one)).toContain(join(made.workspace, path));
    expect(asked).toBe(0);
    expect(treeOf(made.workspace)).toEqual(theirs);
    const again = await made.landings.land("call_1", LAND_ALL);
    expect(again).toMatchObject({ state: "kept", why: "conflict" });
    expect(treeOf(made.workspace)).toEqual(theirs);
  });

  it.each([
    ["edit", (path: string) => appendFileSync(path, "mine")],
    ["delete", (path: string) => rmSync(path)],
  ])("is theirs too when they %s it while the question is open", async (_what, deed) => {
    const made = filled();
    let theirs: unknown = null;
    const judge: LandingJudge = async () => {
      deed(join(made.workspace, "a"));
      theirs = treeOf(made.workspace);
      return { land: "all" };
    };
    const ran = await runCommand(made, "echo 1 >> a; rm b", { judge });
    expect(ran.landing).toMatchObject({ state: "kept", why: "conflict" });
    expect(treeOf(made.workspace)).toEqual(theirs);
  });

  it.each(RACES)("is theirs too when somebody %s just before the first step", async (...row) => {
    const [_what, command, deed, path] = row;
    let theirs: unknown = null;
    const made = filled({
      onStep(name) {
        if (name !== "planned") return;
        deed(made.workspace);
        theirs = treeOf(made.workspace);
      },
    });
    const ran = await runCommand(made, `${command}; echo other > other; rm b`);
    expect(ran.landing).toMatchObject({ state: "kept", why: "conflict" });
    expect(ran.landing?.refused?.[0]?.reason).toContain(path);
    expect(treeOf(made.workspace)).toEqual(theirs);
    expect(readdirSync(join(made.workspace, "../aside"))).toEqual([]);
  });

  it.each([
    [64, "landed"],
    [65, "kept"],
  ])("cannot be told from %i new files there one by one: %s", async (count, state) => {
    const made = filled();
    const ran = await runCommand(made, `for n in $(seq ${count}); do echo > d/new$n; done`, {
      meanwhile: () => writeFileSync(join(made.workspace, "d/theirs"), "mine"),
    });
    expect(ran.landing?.state).toBe(state);
    expect(readFileSync(join(made.workspace, "d/theirs"), "utf8")).toBe("mine");
  });

  it.each([3, 70])("is a folder put in the place of one with %i changed files", async (count) => {
    const made = filled();
    const at = (name: string) => join(made.workspace, name);
    mkdirSync(at("theirs"));
    for (let file = 1; file <= count; file += 1)
      for (const folder of ["e", "theirs"]) writeFileSync(at(`${folder}/f${file}`), folder);
    let theirs: unknown = null;
    const ran = await runCommand(made, "for f in e/f*; do echo 1 >> $f; done", {
      meanwhile() {
        renameSync(at("e"), at("mine"));
        renameSync(at("theirs"), at("e"));
        theirs = treeOf(made.workspace);
      },
    });
    expect(ran.landing).toMatchObject({ state: "kept", why: "conflict" });
    expect(treeOf(made.workspace)).toEqual(theirs);
  });

  it.each([
    ["another file of the same folder", (w: string) => appendFileSync(`${w}/d/in/y`, "mine")],
    ["a new file beside", (w: string) => writeFileSync(`${w}/d/theirs`, "mine")],
    ["one that is deleted on both sides", (w: string) => rmSync(`${w}/b`)],
  ])("is no conflict in %s", async (_what, meanwhile) => {
    const made = filled();
    const ran = await runCommand(made, "echo 1 >> d/x; echo > d/new; rm b; mv a d/moved", {
      meanwhile: () => meanwhile(made.workspace),
    });
    expect(ran.landing).toMatchObject({ state: "landed" });
    expect(readFileSync(join(made.workspace, "d/moved"), "utf8")).toBe("a\n");
  });

  it("is no conflict when it was done just before the command", async () => {
    const made = filled();
    for (let turn = 0; turn < 20; turn += 1) {
      writeFileSync(join(made.workspace, "a"), `${turn}`);
      const ran = await runCommand(made, "echo 1 >> a", { callId: `call_${turn}` });
      expect(ran.landing?.state).toBe("landed");
    }
  });

  it("is a conflict for the second of two commands that change the same", async () => {
    const made = filled();
    const begin = (callId: string) =>
      made.landings.begin({ sessionId: "s", callId, command: "", roots: [made.workspace] });
    const views = [await begin("one"), await begin("two"), await begin("three")];
    const commands = ["echo 1 >> a", "echo 2 >> a", "echo 3 >> b"];
    for (const [index, view] of views.entries()) runInView(view, commands[index] ?? "");
    const how = {
      stopped: false,
      dryRun: false,
      judge: LAND_ALL,
      signal: new AbortController().signal,
    };
    const ends = await Promise.all(views.map((view) => made.landings.settle(view, how)));
    const [one, two, three] = ends.map(({ landing }) => landing?.state);
    // All three want the lock at once: which of the first two gets it is nobody's promise, only that the other is kept.
    expect([one, two].toSorted()).toEqual(["kept", "landed"]);
    expect(three).toBe("landed");
    expect(readFileSync(join(made.workspace, "a"), "utf8")).toBe(
      one === "landed" ? "a\n1\n" : "a\n2\n",
    );
  });

  it("is no conflict when `git status` refreshed the index, but is one when something was added", async () => {
    const made = filled();
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=n", "-c", "user.email=e", ...args], {
        cwd: made.workspace,
        encoding: "utf8",
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    const commit = "git -c user.name=n -c user.email=e commit -qam two";
    const refreshed = await runCommand(made, `echo 1 >> a; ${commit}`, {
      meanwhile() {
        utimesSync(join(made.workspace, "b"), 1, 1);
        git("status");
      },
    });
    expect(refreshed.landing).toMatchObject({ state: "landed" });
    expect(git("log", "--format=%s").stdout).toBe("two\none\n");
    expect(git("status", "--porcelain").stdout).toBe("");
    const added = await runCommand(made, `echo 2 >> a; ${commit}`, {
      callId: "call_2",
      meanwhile() {
        writeFileSync(join(made.workspace, "theirs"), "t");
        git("add", "theirs");
      },
    });
    expect(added.landing).toMatchObject({ state: "kept", why: "conflict" });
    expect(added.landing?.refused?.[0]?.path).toBe(join(made.workspace, ".git/index"));
    const index = join(made.workspace, ".git/index");
    const other = join(made.workspace, "../other");
    copyFileSync(index, other);
    const env = { ...process.env, GIT_INDEX_FILE: other };
    const removed = ["update-index", "--force-remove", "b"];
    expect(spawnSync("git", removed, { cwd: made.workspace, env }).status).toBe(0);
    const written = await runCommand(made, `echo 3 >> a; ${commit}`, {
      callId: "call_3",
      // Into the very file, as git itself never does.
      meanwhile: () => writeFileSync(index, readFileSync(other)),
    });
    expect(written.landing).toMatchObject({ state: "kept", why: "conflict" });
  });

  it("is not what another command in the same repository leaves when it ends", async () => {
    let other: (() => void) | null = null;
    const made = filled({
      onStep(name) {
        if (name === "planned") other?.();
      },
    });
    const git = (...args: string[]) => spawnSync("git", args, { cwd: made.workspace });
    git("init", "-q");
    git("add", ".");
    const call = { sessionId: "ses_1", command: "git status", roots: [made.workspace] };
    const view = await made.landings.begin({ ...call, callId: "call_1" });
    other = () => rmSync(view.folder, { recursive: true });
    const ran = await runCommand(made, "echo 1 > c; git add c", { callId: "call_2" });
    made.landings.discard(view);
    expect(ran.landing).toMatchObject({ state: "landed" });
    expect(git("ls-files", "c").stdout.toString()).toBe("c\n");
  });

  it("is no conflict when the index was refreshed while the set waited for another process", async () => {
    const made = filled();
    const git = (...args: string[]) => spawnSync("git", args, { cwd: made.workspace });
    git("init", "-q");
    git("add", ".");
    const kept = await runCommand(made, "echo 1 > c; git add c", { judge: null });
    expect(kept.landing).toMatchObject({ state: "kept" });
    const index = () => lstatSync(join(made.workspace, ".git/index")).ino;
    const before = index();
    utimesSync(join(made.workspace, "b"), 1, 1);
    git("status");
    expect(index()).not.toBe(before);
    expect(await made.again().land("call_1", LAND_ALL)).toMatchObject({ state: "landed" });
    expect(git("ls-files", "c").stdout.toString()).toBe("c\n");
  });
});
