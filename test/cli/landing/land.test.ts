/** Change sets that wait, through the command line alone: real commands, real views, nobody there to be asked. */
import { appendFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type RunAnswer } from "@toolplane/cli/fixtures";
import type { Landing } from "@toolplane/contract";
import type { RecordedLanding } from "@toolplane/kernel/record";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { treeOf } from "./tree-of.ts";

/** A script, because nobody reads those beforehand: only what it did can be judged. */
const SCRIPT = `const fs = require("node:fs");
fs.appendFileSync("a.txt", "two\\n");
fs.rmSync("old.txt");
fs.mkdirSync("made/deep", { recursive: true });
fs.writeFileSync("made/deep/b.txt", "b\\n");
fs.mkdirSync(".vscode", { recursive: true });
fs.writeFileSync(".vscode/tasks.json", "{}\\n");
`;

const worlds: CliWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

function open(): CliWorld {
  const world = openCliWorld({ "a.txt": "one\n", "old.txt": "old\n", "s.js": SCRIPT });
  worlds.push(world);
  return world;
}

const call = (world: CliWorld, ...words: readonly string[]): Promise<RunAnswer> =>
  world.run(["call", "bash", "node s.js", ...words]);

async function waitingOf(world: CliWorld): Promise<readonly { readonly callId: string }[]> {
  return JSON.parse((await world.run(["land", "--json"])).stdout).waiting;
}

/** What the newest session's record says of landings by hand: the last one of each call. */
async function byHand(world: CliWorld): Promise<readonly RecordedLanding[]> {
  const shown = JSON.parse((await world.run(["show", "--json"])).stdout) as {
    readonly calls: readonly { readonly byHand?: RecordedLanding }[];
  };
  return shown.calls.flatMap((one) => one.byHand ?? []);
}

/** Runs the script; its set waits, because something in it asks. */
async function waitFor(world: CliWorld): Promise<string> {
  await call(world);
  const [waiting, ...more] = await waitingOf(world);
  expect(more).toEqual([]);
  return waiting?.callId ?? "";
}

describe.skipIf(!hasSandbox)("toolplane land, over real commands (needs bubblewrap)", () => {
  it("keeps what nobody was there to be asked about, and lists, shows and compares it", async () => {
    const world = open();
    const before = treeOf(world.workspace);
    const ran = await call(world, "--json");
    const { landing } = JSON.parse(ran.stdout).details.report as { readonly landing: Landing };
    expect(landing).toMatchObject({
      state: "kept",
      why: "refused",
      counts: { changed: 1, removed: 1 },
      refused: [{ path: join(world.workspace, ".vscode/tasks.json") }],
    });
    expect(treeOf(world.workspace)).toEqual(before);
    const listed = await world.run(["land"]);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining("node s.js")]);
    expect(listed.stdout).toContain(".vscode/tasks.json");
    const [{ callId } = { callId: "" }] = await waitingOf(world);
    const shown = await world.run(["land", callId, "--all", "--diff"]);
    expect(shown.stdout).toContain("made/deep/b.txt");
    expect(shown.stdout).toMatch(/\+ two/);
    expect(shown.stderr).toContain("Nobody is here to say yes");
    expect(shown.code).toBe(4);
    expect(treeOf(world.workspace)).toEqual(before);
  });

  it("says which sets a bound let go of, and so does the record", async () => {
    const world = open();
    const callId = await waitFor(world);
    await call(world);
    const listed = await world.run(["land"], { env: { TOOLPLANE_WAITING_SETS: "1" } });
    expect(listed.stderr.replaceAll(/\s+/g, " ")).toContain(
      `The changes of call ${callId} were dropped: too much waits to be landed`,
    );
    const left = await waitingOf(world);
    expect(left).toHaveLength(1);
    expect(left).not.toContainEqual(expect.objectContaining({ callId }));
    const { sessions } = JSON.parse((await world.run(["sessions", "--json"])).stdout) as {
      readonly sessions: readonly { readonly sessionId: string }[];
    };
    const shown = await Promise.all(
      sessions.map(async (one) => (await world.run(["show", one.sessionId, "--json"])).stdout),
    );
    const calls = shown.flatMap(
      (text) => (JSON.parse(text) as { calls: readonly { byHand?: RecordedLanding }[] }).calls,
    );
    expect(calls.flatMap((one) => one.byHand ?? [])).toMatchObject([
      { callId, action: "drop", by: "toolplane", state: "dropped" },
    ]);
  });

  it("lands by hand, is undone exactly and made again", async () => {
    const world = open();
    const before = treeOf(world.workspace);
    const callId = await waitFor(world);
    const landed = await world.run(["land", callId, "--yes"]);
    expect([landed.code, landed.stdout]).toEqual([0, expect.stringContaining("landed")]);
    const after = treeOf(world.workspace);
    expect(after).toMatchObject({
      "a.txt": "file 644 one\ntwo\n",
      "made/deep/b.txt": "file 644 b\n",
      ".vscode/tasks.json": "file 644 {}\n",
    });
    expect(after).not.toHaveProperty(["old.txt"]);
    expect(await waitingOf(world)).toEqual([]);
    const [recorded] = await byHand(world);
    expect(recorded).toMatchObject({
      callId,
      state: "landed",
      action: "land",
      by: userInfo().username,
      without: [],
      rows: [{ type: "landing-intent" }, { type: "landing-done" }],
    });
    expect(recorded?.paths).toContain(join(world.workspace, ".vscode/tasks.json"));
    expect((await world.run(["sessions"])).stdout).toContain("1 change set landed or dropped by");
    expect((await world.run(["verify"])).code).toBe(0);
    const undone = await world.run(["undo", "--yes"]);
    expect(undone.code).toBe(0);
    expect(undone.stdout).toMatch(/a\.txt {2}changed\n +1 {3}one\n +2 - two\n/);
    expect(undone.stdout).toMatch(/old\.txt {2}put back\n +1 \+ old\n/);
    expect(treeOf(world.workspace)).toEqual(before);
    expect((await world.run(["redo", "--yes"])).code).toBe(0);
    expect(treeOf(world.workspace)).toEqual(after);
  });

  it("lands without a path, and then removes nothing", async () => {
    const world = open();
    const callId = await waitFor(world);
    const words = ["land", callId, "--yes", "--without", ".vscode"];
    expect((await world.run(words)).code).toBe(0);
    const after = treeOf(world.workspace);
    expect(after).toMatchObject({ "a.txt": "file 644 one\ntwo\n", "old.txt": "file 644 old\n" });
    expect(after).toHaveProperty(["made/deep/b.txt"]);
    expect(after).not.toHaveProperty([".vscode"]);
    expect(await waitingOf(world)).toEqual([]);
    const { sessionId } = JSON.parse((await world.run(["show", "--json"])).stdout);
    const one = (await world.run(["show", sessionId, "1"])).stdout;
    expect(one).toMatch(/landed by hand by \S+ at/);
    expect(one.replace(/\s+/g, " ")).toContain("without .vscode; 1 removal held back");
  });

  it("lands nothing over what a person wrote meanwhile, and the set waits until it is dropped", async () => {
    const world = open();
    const callId = await waitFor(world);
    appendFileSync(join(world.workspace, "a.txt"), "mine\n");
    const theirs = treeOf(world.workspace);
    const refused = await world.run(["land", callId, "--yes"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("a.txt");
    expect(treeOf(world.workspace)).toEqual(theirs);
    expect(await waitingOf(world)).toMatchObject([{ callId }]);
    const dropped = await world.run(["land", callId, "drop", "--yes"]);
    expect([dropped.code, await waitingOf(world)]).toEqual([0, []]);
    expect(treeOf(world.workspace)).toEqual(theirs);
    // Landing was tried first and came to nothing: that is in the record too.
    expect(await byHand(world)).toMatchObject([{ callId, state: "dropped", action: "drop" }]);
    const { stdout } = await world.run(["export", "--rows"]);
    expect(stdout.match(/"of":"landing-[a-z]+"/g)).toEqual([
      ...['"of":"landing-intent"', '"of":"landing-keep"'],
      ...['"of":"landing-intent"', '"of":"landing-drop"'],
    ]);
  });

  it("shows what a dry run would change, and keeps nothing of it", async () => {
    const world = open();
    const before = treeOf(world.workspace);
    const ran = await call(world, "--dry-run", "--json");
    const { landing } = JSON.parse(ran.stdout).details.report as { readonly landing: Landing };
    expect(landing).toMatchObject({ state: "dropped", why: "dry-run" });
    expect(landing.changes.map(({ path }) => path)).toContain(join(world.workspace, "a.txt"));
    expect([treeOf(world.workspace), await waitingOf(world)]).toEqual([before, []]);
  });
});
