import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { LandingJudge } from "@toolplane/contract/ports";
import { createFakeClock } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
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

const worlds: World[] = [];
function filled(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  for (const file of ["a", "b"]) writeFileSync(join(made.workspace, file), `${file}\n`);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

/** What each call's folder says of itself. */
function statesBelow(userData: string): readonly string[] {
  return readdirSync(userData, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("/state.json"))
    .map((name) => join(userData, name));
}

function uppersOf(file: string): readonly string[] {
  const { roots } = JSON.parse(readFileSync(file, "utf8")) as { roots: { upper: string }[] };
  return roots.map(({ upper }) => upper);
}

function relink(upper: string): void {
  unlinkSync(join(upper, "link"));
  symlinkSync("b", join(upper, "link"));
}

const REFUSED = { path: "/x", reason: "a rule says no" };
const KEEP: LandingJudge = async () => ({ land: "none", drop: false, refused: [REFUSED] });

describe.skipIf(!CAN_MOUNT)("a set that waits (needs mounts)", () => {
  it("can be looked at while a person is asked about it, before it waits anywhere", async () => {
    const made = filled();
    const path = join(made.workspace, "a");
    const seen: unknown[] = [];
    const judge: LandingJudge = async () => {
      seen.push(await made.landings.diff("call_1", path), await made.landings.list());
      return { land: "all" };
    };
    await runCommand(made, "echo more >> a", { judge });
    expect(seen).toEqual([`${path}: a\n a\nmore\n`, []]);
    expect(await made.landings.diff("call_1", path)).toBeNull();
  });

  it("outlives the process that asks about it, and is nobody else's while that runs", async () => {
    const made = filled();
    const lists: unknown[] = [];
    const judge: LandingJudge = async (_set, hold) => {
      await hold?.();
      lists.push((await made.again().list()).map(({ callId }) => callId));
      // As a kill leaves it: its owner does not run any more.
      const [file] = statesBelow(made.userData);
      const state = JSON.parse(readFileSync(file ?? "", "utf8"));
      writeFileSync(file ?? "", JSON.stringify({ ...state, owner: "99999999-1" }));
      const other = made.again();
      await other.recover();
      lists.push((await other.list()).map(({ callId }) => callId));
      lists.push(await other.land("call_1", LAND_ALL));
      return { land: "none", drop: false, refused: [REFUSED] };
    };
    await runCommand(made, "echo more >> a", { judge }).catch(() => undefined);
    expect(lists).toMatchObject([[], ["call_1"], { state: "landed" }]);
    expect(readFileSync(join(made.workspace, "a"), "utf8")).toBe("a\nmore\n");
  });

  it("does not land when a file of it holds something else than when it was asked about", async () => {
    const made = filled();
    const digests: (string | undefined)[] = [];
    const judge: LandingJudge = async (_set, hold) => {
      digests.push(await hold?.());
      const [upper] = statesBelow(made.userData).map((file) => uppersOf(file)[0]);
      // Other words of the same length, and the same time.
      const path = join(upper ?? "", "a");
      const { atime, mtime } = statSync(path);
      writeFileSync(path, "a\nMORE\n");
      utimesSync(path, atime, mtime);
      return { land: "all" };
    };
    const ran = await runCommand(made, "echo more >> a", { judge });
    expect(ran.landing).toMatchObject({
      state: "kept",
      refused: [{ reason: "what is kept is not what was shown" }],
    });
    expect(readFileSync(join(made.workspace, "a"), "utf8")).toBe("a\n");
    // A person who lands it is told by the digest that it is another.
    await made.landings.land("call_1", async (_set, hold) => {
      digests.push(await hold?.());
      return { land: "none", drop: false, refused: [REFUSED] };
    });
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).not.toBe(digests[0]);
  });

  it.each<[string, string, (upper: string) => void]>([
    ["a link led elsewhere", "ln -s a link", relink],
    ["a file could be run", "echo more >> a", (upper) => chmodSync(join(upper, "a"), 0o755)],
    ["a new folder got one more name", "mkdir n", (upper) => mkdirSync(join(upper, "n", "more"))],
  ])("does not land when %s since it was asked about", async (_what, line, change) => {
    const made = filled();
    const before = treeOf(made.workspace);
    const judge: LandingJudge = async (_set, hold) => {
      await hold?.();
      for (const file of statesBelow(made.userData)) change(uppersOf(file)[0] ?? "");
      return { land: "all" };
    };
    const ran = await runCommand(made, line, { judge });
    expect(ran.landing).toMatchObject({
      state: "kept",
      refused: [{ reason: "what is kept is not what was shown" }],
    });
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("is listed, shown and compared by another process, and landed after it is judged again", async () => {
    const made = filled();
    const ran = await runCommand(made, "echo more >> a; rm b; echo n > n", { judge: KEEP });
    expect(ran.landing).toMatchObject({ state: "kept", why: "refused", refused: [REFUSED] });
    const other = made.again();
    const [waiting, ...rest] = await other.list();
    expect(rest).toEqual([]);
    expect(waiting).toMatchObject({
      sessionId: "ses_1",
      callId: "call_1",
      command: "echo more >> a; rm b; echo n > n",
      landing: { state: "kept", counts: { added: 1, changed: 1, removed: 1 } },
    });
    const set = await other.show("call_1");
    expect(set?.changes.map(({ kind }) => kind)).toEqual(["changed", "removed", "added"]);
    const path = join(made.workspace, "a");
    expect(await other.diff("call_1", path)).toBe(`${path}: a\n a\nmore\n`);
    expect(await other.diff("call_1", join(made.workspace, "n"))).toContain(": - n\n");
    let judged = 0;
    const landed = await other.land("call_1", async () => {
      judged += 1;
      return { land: "all" };
    });
    expect(judged).toBe(1);
    expect(landed).toMatchObject({ state: "landed" });
    expect(readFileSync(path, "utf8")).toBe("a\nmore\n");
    expect(await other.list()).toEqual([]);
    await expect(other.land("call_1", LAND_ALL)).rejects.toMatchObject({ code: "not_found" });
    expect(leftovers(made)).toEqual([]);
  });

  it("leaves folders the modes that a person gave them meanwhile", async () => {
    const made = filled();
    const at = (name: string) => join(made.workspace, name);
    for (const folder of ["d", "e"]) mkdirSync(at(folder), { mode: 0o755 });
    const close = () => chmodSync(at("e"), 0o700);
    await runCommand(made, "echo n > d/n; echo n > e/n", { judge: KEEP, meanwhile: close });
    chmodSync(at("d"), 0o711);
    const other = made.again();
    const set = await other.show("call_1");
    expect(set?.changes.map(({ path }) => path)).toEqual([at("d/n"), at("e/n")]);
    expect(await other.land("call_1", LAND_ALL)).toMatchObject({ state: "landed" });
    expect(treeOf(made.workspace)).toMatchObject({
      "/d": "folder 711",
      "/d/n": "file 644 n\n",
      "/e": "folder 700",
    });
  });

  it("is in conflict where a person gave a folder another mode than the command did", async () => {
    const made = filled();
    const folder = join(made.workspace, "d");
    mkdirSync(folder, { mode: 0o755 });
    await runCommand(made, "chmod 700 d; echo n > n", { judge: KEEP });
    chmodSync(folder, 0o711);
    const before = treeOf(made.workspace);
    expect(await made.again().land("call_1", LAND_ALL)).toMatchObject({
      state: "kept",
      why: "conflict",
      refused: [{ path: folder }],
    });
    expect(treeOf(made.workspace)).toEqual(before);
    chmodSync(folder, 0o755);
    expect(await made.again().land("call_1", LAND_ALL)).toMatchObject({ state: "landed" });
    expect(treeOf(made.workspace)).toMatchObject({ "/d": "folder 700" });
  });

  it("stays where the second judgement refuses it too", async () => {
    const made = filled();
    await runCommand(made, "rm a", { judge: KEEP });
    expect(await made.landings.land("call_1", KEEP)).toMatchObject({ state: "kept" });
    expect((await made.landings.list()).length).toBe(1);
  });

  it("lands without the part that never may", async () => {
    const made = filled();
    await runCommand(made, "mkfifo pipe; echo more >> a");
    const without = [join(made.workspace, "pipe")];
    expect(await made.landings.land("call_1", LAND_ALL)).toMatchObject({ state: "kept" });
    const landed = await made.landings.land("call_1", async () => ({ land: "some", without }));
    expect(landed).toMatchObject({
      state: "landed",
      counts: { added: 0, changed: 1, removed: 0 },
      changes: [{ path: join(made.workspace, "a") }],
      refused: [{ path: without[0] }],
    });
    expect(readdirSync(made.workspace).toSorted()).toEqual(["a", "b"]);
  });

  it("is dropped when a person drops it", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    await runCommand(made, "rm a", { judge: KEEP });
    expect(await made.landings.drop("call_1")).toMatchObject({ state: "dropped" });
    expect(await made.landings.list()).toEqual([]);
    expect(treeOf(made.workspace)).toEqual(before);
    expect(leftovers(made)).toEqual([]);
  });

  it("is of this workspace only", async () => {
    const made = filled();
    await runCommand(made, "rm a", { judge: KEEP });
    expect(await made.again({ roots: ["/elsewhere"] }).list()).toEqual([]);
  });

  it.each([
    ["number", { maxWaiting: 2 }],
    ["bytes", { maxWaitingBytes: 2_000 }],
  ])("is dropped, oldest first and told, past the bound of %s", async (_what, bounds) => {
    const made = filled({ bounds });
    for (const n of [1, 2, 3])
      await runCommand(made, `head -c 1000 /dev/zero > f${n}`, {
        judge: KEEP,
        callId: `call_${n}`,
      });
    expect((await made.landings.list()).map(({ callId }) => callId)).toEqual(["call_2", "call_3"]);
    expect(made.notices.join()).toContain("call_1");
  });

  it("is dropped when it is too old", async () => {
    const made = filled();
    await runCommand(made, "rm a", { judge: KEEP });
    const clock = createFakeClock({ wallMs: Date.now() + 13 * 86_400_000 });
    expect((await made.again({ clock }).list()).length).toBe(1);
    const later = createFakeClock({ wallMs: Date.now() + 15 * 86_400_000 });
    expect(await made.again({ clock: later }).list()).toEqual([]);
    expect(leftovers(made)).toEqual([]);
  });
});
