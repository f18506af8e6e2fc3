/** Folders that a view and the project both made, replaced or moved meanwhile. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type HeldPlace, openHeldPlace } from "./fixture.ts";

const FILES = { "old/a.txt": "a\n", "old/b.txt": "b\n", "lib/one.js": "1\n" };

async function twoViews(content: Readonly<Record<string, string>> = FILES) {
  const place = await openHeldPlace(content);
  const one = await place.views.open("one");
  await place.views.open("two");
  return { place, id: one.id, inProject: (path: string) => join(place.workspace, path) };
}

/** Lands what merges by itself, as the end of a turn does. */
async function landMerged(place: HeldPlace, session: string, id: string) {
  for (let tried = 0; tried < 5; tried += 1) {
    const landed = await place.land(session);
    if (landed.outdated !== true) return landed;
    expect((await place.views.rebase(id)).conflicts).toEqual([]);
  }
  throw new TypeError("It kept changing.");
}

describe.skipIf(!hasSandbox)("a folder on both sides (needs a sandbox)", () => {
  it.each([
    ["a command", "mkdir -p new/deep; mv old/a.txt new/a.txt; echo one > new/deep/one.txt"],
    [
      "a command that made it twice",
      "mkdir new; rm -r new; mkdir -p new/deep; mv old/a.txt new/; echo one > new/deep/one.txt",
    ],
  ])("is one where both made it, by %s, with all that either put there", async (_by, line) => {
    const { place, id, inProject } = await twoViews();
    await place.run("one", line);
    await place.run(
      "two",
      "mkdir -p new/deep; mv old/b.txt new/b.txt; chmod 750 new; echo two > new/deep/two.txt",
    );
    expect((await place.land("two")).landing?.state).toBe("landed");
    expect((await landMerged(place, "one", id)).landing?.state).toBe("landed");
    expect(readdirSync(inProject("new")).toSorted()).toEqual(["a.txt", "b.txt", "deep"]);
    expect(readdirSync(inProject("new/deep")).toSorted()).toEqual(["one.txt", "two.txt"]);
    expect(readFileSync(inProject("new/a.txt"), "utf8")).toBe("a\n");
    expect(readdirSync(inProject("old"))).toEqual([]);
  });

  it("shows what the others put there to whoever works on in the view", async () => {
    const { place, id } = await twoViews();
    await place.files("one").write("new/a.txt", "mine\n");
    await place.files("two").write("new/b.txt", "theirs\n");
    await place.land("two");
    expect((await place.views.rebase(id)).conflicts).toEqual([]);
    const { output, report } = await place.run("one", "cat new/*; echo more >> new/b.txt");
    expect(report.landing?.state).toBe("landed");
    expect(output).toBe("mine\ntheirs\n");
    await landMerged(place, "one", id);
    expect(readFileSync(join(place.workspace, "new/b.txt"), "utf8")).toBe("theirs\nmore\n");
  });

  it("is a conflict at the very file that both made, and nowhere else", async () => {
    const { place, id, inProject } = await twoViews();
    await place.run("one", "mkdir new; echo one > new/same.txt; echo mine > new/mine.txt");
    await place.run("two", "mkdir new; echo two > new/same.txt");
    await place.land("two");
    // The folders first, then what lies in them.
    expect(await place.land("one")).toMatchObject({ outdated: true });
    const { conflicts } = await place.views.rebase(id);
    expect(conflicts.map(({ path, theirs, ours }) => [path, theirs, ours])).toEqual([
      [inProject("new/same.txt"), "two\n", "one\n"],
    ]);
    await place.views.rebase(id, { answers: { [inProject("new/same.txt")]: "ours" } });
    await landMerged(place, "one", id);
    expect(readFileSync(inProject("new/same.txt"), "utf8")).toBe("one\n");
    expect(readFileSync(inProject("new/mine.txt"), "utf8")).toBe("mine\n");
  });

  it("lands as the view has it where a person said so, and changed since is asked about again", async () => {
    const { place, id, inProject } = await twoViews();
    await place.run("one", "rm -r lib; mkdir lib; echo new > lib/new.js");
    writeFileSync(inProject("lib/one.js"), "by somebody else\n");
    const asked = await place.views.rebase(id);
    expect(asked.conflicts.map(({ path }) => path)).toEqual([inProject("lib")]);
    const answers = { [inProject("lib")]: "ours" as const };
    expect((await place.views.rebase(id, { answers })).conflicts).toEqual([]);
    writeFileSync(inProject("lib/two.js"), "and again\n");
    expect((await place.views.rebase(id)).conflicts.map(({ path }) => path)).toEqual([
      inProject("lib"),
    ]);
    await place.views.rebase(id, { answers });
    expect((await place.land("one")).landing?.state).toBe("landed");
    expect(readdirSync(inProject("lib"))).toEqual(["new.js"]);
  });

  it("is no conflict where nobody else did anything, by doors", async () => {
    const { place } = await twoViews();
    await place.files("one").write("new/deep/a.txt", "mine\n");
    // Somebody else works in the same folder.
    writeFileSync(join(place.workspace, "other.txt"), "theirs\n");
    await place.files("one").write("new/deep/c.txt", "mine\n");
    const landed = await place.land("one");
    expect(landed.landing?.state).toBe("landed");
  });

  it("that somebody removed is asked about, and comes back where a person wants the view's", async () => {
    const { place, id, inProject } = await twoViews();
    await place.files("one").write("lib/two.js", "2\n");
    rmSync(inProject("lib"), { recursive: true });
    const { conflicts } = await place.views.rebase(id);
    expect(conflicts.map(({ path }) => path)).toEqual([inProject("lib")]);
    await place.views.rebase(id, { answers: { [inProject("lib")]: "ours" } });
    expect((await landMerged(place, "one", id)).landing?.state).toBe("landed");
    expect(readdirSync(inProject("lib"))).toEqual(["two.js"]);
  });

  it("loses no file whose new place the project takes: it is at its old one again", async () => {
    const { place, id, inProject } = await twoViews();
    await place.run("one", "mkdir new; mv old/a.txt new/x.txt; mv lib kept; rm old/b.txt");
    await place.files("two").write("new/x.txt", "theirs\n");
    await place.files("two").write("kept", "a file\n");
    await place.land("two");
    // The folder that both made is one first, and then what lies in it is looked at.
    const asked: string[] = [];
    for (let tried = 0; tried < 4; tried += 1) {
      const { conflicts } = await place.views.rebase(id);
      asked.push(...conflicts.map(({ path }) => path));
      const answers = Object.fromEntries(conflicts.map(({ path }) => [path, "theirs" as const]));
      expect((await place.views.rebase(id, { answers })).conflicts).toEqual([]);
    }
    expect(asked).toEqual([inProject("kept"), inProject("new/x.txt")]);
    const { output } = await place.run("one", "cat old/a.txt lib/one.js new/x.txt kept; ls old");
    expect(output).toBe("a\n1\ntheirs\na file\na.txt\n");
    await landMerged(place, "one", id);
    expect(existsSync(inProject("old/b.txt"))).toBe(false);
    expect(readFileSync(inProject("old/a.txt"), "utf8")).toBe("a\n");
  });

  it("has a file at one place where a move is given up, because others changed it", async () => {
    const { place, id, inProject } = await twoViews();
    await place.run("one", "mv old/a.txt lib/moved.txt; echo mine > lib/mine.txt");
    writeFileSync(inProject("old/a.txt"), "theirs\n");
    const { conflicts } = await place.views.rebase(id);
    expect(conflicts.map(({ path }) => path)).toEqual([inProject("old/a.txt")]);
    await place.views.rebase(id, { answers: { [inProject("old/a.txt")]: "theirs" } });
    await landMerged(place, "one", id);
    expect(readFileSync(inProject("old/a.txt"), "utf8")).toBe("theirs\n");
    expect(readdirSync(inProject("lib")).toSorted()).toEqual(["mine.txt", "one.js"]);
  });

  it("is merged file by file where somebody put another in its place", async () => {
    const lines = (changed: Readonly<Record<number, string>>) =>
      Array.from({ length: 20 }, (_none, at) => `${changed[at] ?? `line ${at}`}\n`).join("");
    const { place, id, inProject } = await twoViews({
      "lib/a.txt": lines({}),
      "lib/b.txt": "b\n",
      "next/a.txt": lines({ 15: "theirs" }),
      "next/b.txt": "b\n",
    });
    await place.files("one").write("lib/a.txt", lines({ 2: "mine" }));
    await place.files("one").write("lib/b.txt", "mine\n");
    renameSync(inProject("lib"), inProject("last"));
    renameSync(inProject("next"), inProject("lib"));
    await landMerged(place, "one", id);
    expect(readFileSync(inProject("lib/a.txt"), "utf8")).toBe(lines({ 2: "mine", 15: "theirs" }));
    expect(readFileSync(inProject("lib/b.txt"), "utf8")).toBe("mine\n");
  });
});

describe.skipIf(!hasSandbox)("modes on both sides (need a sandbox)", () => {
  const modeOf = (path: string) => statSync(path).mode & 0o111;
  const SCRIPT = "#!/bin/sh\necho 1\n";

  it.each([
    ["a door", false],
    ["a command", true],
  ])("keep the bit that others set, under what %s wrote", async (_by, isCommand) => {
    const { place, id, inProject } = await twoViews({ run: SCRIPT });
    if (isCommand) await place.run("one", "echo 'echo 2' >> run");
    else await place.files("one").write("run", `${SCRIPT}echo 2\n`);
    chmodSync(inProject("run"), 0o755);
    await landMerged(place, "one", id);
    expect(readFileSync(inProject("run"), "utf8")).toBe(`${SCRIPT}echo 2\n`);
    expect(modeOf(inProject("run"))).toBe(0o111);
  });

  it("bring the bit that a view set, over what others wrote", async () => {
    const { place, id, inProject } = await twoViews({ run: SCRIPT });
    await place.run("one", "chmod +x run");
    writeFileSync(inProject("run"), `${SCRIPT}echo 2\n`);
    await landMerged(place, "one", id);
    expect(readFileSync(inProject("run"), "utf8")).toBe(`${SCRIPT}echo 2\n`);
    expect(modeOf(inProject("run"))).toBe(0o111);
  });
});
