/** Landings of views over files of every kind, names that are one to some disks, rules, and each other. */
import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { LandingJudge } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type HeldPlace, openHeldPlace } from "./fixture.ts";

const LINES = Array.from({ length: 12 }, (_none, index) => `line ${index}`);
const text = (changed: Readonly<Record<number, string>>, end = "\n", last = end) =>
  LINES.map((line, index) => changed[index] ?? line).join(end) + last;

const BOM = "\uFEFF";
const LARGE = 10_000_001;

function reads({ workspace }: HeldPlace, path: string): string {
  return readFileSync(join(workspace, path), "utf8");
}

/** Lands, and once more where the project was merged in first. */
async function landed(place: HeldPlace, sessionId: string, judge?: LandingJudge) {
  const first = await place.land(sessionId, judge);
  return first.outdated === true ? place.land(sessionId, judge) : first;
}

async function conflictsOf({ views, workspace }: HeldPlace, sessionId: string) {
  const { conflicts } = await views.rebase(views.of(sessionId)?.id ?? "");
  return conflicts.map(({ path, reason }) => [path.slice(workspace.length + 1), reason]);
}

describe.skipIf(!hasSandbox)("what views meet as they land (needs a sandbox)", () => {
  it.each([
    ["CRLF", "\r\n", "\r\n", ""],
    ["no last newline", "\n", "", ""],
    ["a byte order mark", "\n", "\n", BOM],
  ])("merges lines of a file with %s, and keeps it", async (_name, end, last, head) => {
    const place = await openHeldPlace({ "list.txt": head + text({}, end, last) });
    await place.views.open("one");
    await place.run("one", "sed -i '3s/line 2/mine/' list.txt");
    writeFileSync(join(place.workspace, "list.txt"), head + text({ 9: "theirs" }, end, last));
    expect((await landed(place, "one")).landing?.state).toBe("landed");
    expect(reads(place, "list.txt")).toBe(head + text({ 2: "mine", 9: "theirs" }, end, last));
  });

  it("lets two land at once: both are there, or one of them is told", async () => {
    const place = await openHeldPlace({ "list.txt": text({}), "other.txt": text({}) });
    for (const session of ["one", "two"]) await place.views.open(session);
    await place.run("one", "sed -i 's/line 2$/one/' list.txt; echo one > one.txt");
    await place.run("two", "sed -i 's/line 9$/two/' list.txt; echo two > two.txt");
    const both = await Promise.all([place.land("one"), place.land("two")]);
    expect(both.filter(({ outdated }) => outdated === true).length).toBeLessThan(2);
    for (const [at, session] of ["one", "two"].entries())
      if (both[at]?.outdated === true) await landed(place, session);
    expect(reads(place, "list.txt")).toBe(text({ 2: "one", 9: "two" }));
    expect(readdirSync(place.workspace).toSorted()).toEqual([
      "list.txt",
      "one.txt",
      "other.txt",
      "two.txt",
    ]);
  });

  it("lands nothing of a merged set of which one path is denied, and keeps all of it", async () => {
    const place = await openHeldPlace({ "list.txt": text({}), "secret.txt": "s\n" });
    const { id } = await place.views.open("one");
    await place.run("one", "sed -i 's/line 2$/mine/' list.txt; echo mine >> secret.txt");
    await place.files("two").write("list.txt", text({ 9: "theirs" }));
    const seen: string[] = [];
    const judge: LandingJudge = async ({ changes }) => {
      const refused = changes.filter(({ path }) => path.endsWith("secret.txt"));
      seen.push(...changes.map(({ path }) => path.slice(place.workspace.length + 1)));
      return {
        land: "none",
        drop: false,
        refused: refused.map(({ path }) => ({ path, reason: "a rule denies it" })),
      };
    };
    const { landing } = await landed(place, "one", judge);
    expect(landing).toMatchObject({ state: "kept", why: "refused" });
    expect(seen).toEqual(["list.txt", "secret.txt"]);
    expect(reads(place, "list.txt")).toBe(text({ 9: "theirs" }));
    expect(reads(place, "secret.txt")).toBe("s\n");
    const { output } = await place.run("one", "cat list.txt secret.txt");
    expect(output).toBe(`${text({ 2: "mine", 9: "theirs" })}s\nmine\n`);
    expect((await place.views.show(id)).changes).toHaveLength(2);
  });

  it("names names that differ only in letter case, whoever made the second one", async () => {
    const place = await openHeldPlace({ "readme.md": "one\n", "src/a.txt": "a\n" });
    await place.views.open("one");
    await place.run("one", "echo notes > Notes.md; mv readme.md README.md; mkdir SRC2");
    writeFileSync(join(place.workspace, "notes.md"), "theirs\n");
    mkdirSync(join(place.workspace, "src2"));
    expect(await conflictsOf(place, "one")).toEqual([
      ["Notes.md", "names that differ in letter case"],
      ["SRC2", "names that differ in letter case"],
    ]);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    expect(readdirSync(place.workspace).toSorted()).toEqual([
      "notes.md",
      "readme.md",
      "src",
      "src2",
    ]);
  });

  it("lands a name that changes only its letter case, also over a change of others", async () => {
    const place = await openHeldPlace({ "readme.md": text({}), "src/a.txt": "a\n" });
    await place.views.open("one");
    await place.run("one", "mv readme.md README.md");
    expect((await landed(place, "one")).landing?.state).toBe("landed");
    expect(readdirSync(place.workspace).toSorted()).toEqual(["README.md", "src"]);
    await place.run("one", "mv README.md readme.md");
    writeFileSync(join(place.workspace, "README.md"), text({ 3: "theirs" }));
    expect(await conflictsOf(place, "one")).toEqual([["README.md", "deleted and edited"]]);
    expect(reads(place, "README.md")).toBe(text({ 3: "theirs" }));
  });

  it("takes both names where both were there before", async () => {
    const place = await openHeldPlace({ "A.txt": "A\n", "a.txt": "a\n" });
    await place.views.open("one");
    await place.run("one", "echo mine >> A.txt; echo mine >> a.txt");
    expect((await landed(place, "one")).landing?.state).toBe("landed");
    expect([reads(place, "A.txt"), reads(place, "a.txt")]).toEqual(["A\nmine\n", "a\nmine\n"]);
  });

  it("names a file where the other side made a folder of its name", async () => {
    const place = await openHeldPlace({ "keep.txt": "k\n" });
    await place.views.open("one");
    await place.run("one", "mkdir x; echo in > x/in.txt; echo file > y");
    writeFileSync(join(place.workspace, "x"), "file\n");
    mkdirSync(join(place.workspace, "y"));
    writeFileSync(join(place.workspace, "y/in.txt"), "in\n");
    expect((await conflictsOf(place, "one")).map(([path]) => path)).toEqual(["x", "y"]);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    expect(reads(place, "x")).toBe("file\n");
    expect(reads(place, "y/in.txt")).toBe("in\n");
  });

  it("names a file in a folder that the other side put a file in the place of", async () => {
    const place = await openHeldPlace({ "x/in.txt": "in\n", "y/in.txt": "in\n" });
    await place.views.open("one");
    await place.run("one", "echo mine >> x/in.txt; rm -r y; echo file > y");
    rmSync(join(place.workspace, "x"), { recursive: true });
    writeFileSync(join(place.workspace, "x"), "file\n");
    writeFileSync(join(place.workspace, "y/in.txt"), "theirs\n");
    expect((await conflictsOf(place, "one")).map(([path]) => path)).toEqual(["x", "y"]);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    expect(lstatSync(join(place.workspace, "x")).isFile()).toBe(true);
    expect(reads(place, "y/in.txt")).toBe("theirs\n");
  });

  it("names a folder that one side removed and the other made something in", async () => {
    const place = await openHeldPlace({ "x/in.txt": "in\n", "y/in.txt": "in\n" });
    await place.views.open("one");
    await place.run("one", "rm -r x; echo new > y/new.txt");
    writeFileSync(join(place.workspace, "x/theirs.txt"), "theirs\n");
    rmSync(join(place.workspace, "y"), { recursive: true });
    const conflicts = await conflictsOf(place, "one");
    expect(conflicts.map(([path]) => path)).toContain("x");
    expect(reads(place, "x/theirs.txt")).toBe("theirs\n");
  });

  it("takes a large file of one side, and names one that both changed", async () => {
    const place = await openHeldPlace({ "a.bin": "x".repeat(LARGE), "b.bin": "x".repeat(LARGE) });
    await place.views.open("one");
    await place.run("one", "echo mine >> a.bin; echo mine >> b.bin");
    writeFileSync(join(place.workspace, "b.bin"), "y".repeat(LARGE));
    expect((await conflictsOf(place, "one")).map(([path]) => path)).toEqual(["b.bin"]);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    const { id } = place.views.of("one") ?? { id: "" };
    const answers = { [join(place.workspace, "b.bin")]: "ours" as const };
    expect((await place.views.rebase(id, { answers })).conflicts).toEqual([]);
    expect((await landed(place, "one")).landing?.state).toBe("landed");
    for (const path of ["a.bin", "b.bin"])
      expect(reads(place, path)).toBe(`${"x".repeat(LARGE)}mine\n`);
  });

  it.each([
    ["a link", "l", "ln -sfn mine l", 'test "$(readlink l)" = mine'],
    ["a folder that goes", "x", "rm -r x", "test ! -e x"],
    ["a file in the place of a folder", "x", "rm -r x; echo mine > x", "grep -qx mine x"],
    [
      "a folder where the other made a file",
      "made",
      "mkdir made; echo mine > made/in",
      "grep -qx mine made/in",
    ],
    [
      "a name that differs in letter case",
      "MADE",
      "echo mine > MADE",
      "grep -qx mine MADE && grep -qx theirs made",
    ],
  ])("takes a person's word for its own side: %s", async (_name, path, line, holds) => {
    const place = await openHeldPlace({ "x/in.txt": "in\n", "x/more.txt": "more\n" });
    symlinkSync("before", join(place.workspace, "l"));
    const { id } = await place.views.open("one");
    await place.run("one", line);
    rmSync(join(place.workspace, "l"));
    symlinkSync("theirs", join(place.workspace, "l"));
    writeFileSync(join(place.workspace, "x/in.txt"), "theirs\n");
    writeFileSync(join(place.workspace, "made"), "theirs\n");
    expect((await conflictsOf(place, "one")).map(([one]) => one)).toEqual([path]);
    const answers = { [join(place.workspace, path)]: "ours" as const };
    expect((await place.views.rebase(id, { answers })).conflicts).toEqual([]);
    expect((await landed(place, "one")).landing?.state).toBe("landed");
    expect((await place.run("other", holds)).exitCode).toBe(0);
  });

  it("asks again about what changed once more after it was answered", async () => {
    const place = await openHeldPlace({ "x/in.txt": "in\n" });
    const { id } = await place.views.open("one");
    await place.run("one", "rm -r x");
    writeFileSync(join(place.workspace, "x/in.txt"), "theirs\n");
    const answers = { [join(place.workspace, "x")]: "ours" as const };
    expect((await place.views.rebase(id, { answers })).conflicts).toEqual([]);
    writeFileSync(join(place.workspace, "x/in.txt"), "theirs again\n");
    expect((await conflictsOf(place, "one")).map(([path]) => path)).toEqual(["x"]);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    expect(reads(place, "x/in.txt")).toBe("theirs again\n");
  });

  it("merges files of a submodule, and names what both sides did to its repository or to that around it", async () => {
    const place = await openHeldPlace({ "sub/list.txt": text({}), "a.txt": "a\n" });
    const git = (line: string) =>
      expect(
        spawnSync("sh", ["-ec", line], { cwd: place.workspace, encoding: "utf8" }),
      ).toMatchObject({ status: 0 });
    const name =
      "export GIT_AUTHOR_NAME=m GIT_AUTHOR_EMAIL=m@here GIT_COMMITTER_NAME=m GIT_COMMITTER_EMAIL=m@here";
    git(`${name}; git init -q sub; git -C sub add -A; git -C sub commit -qm one; git init -q
      git add -A 2> /dev/null; git commit -qm one; git ls-files -s sub | grep -q ^160000`);
    await place.views.open("one");
    await place.run("one", "sed -i 's/line 2$/mine/' sub/list.txt");
    writeFileSync(join(place.workspace, "sub/list.txt"), text({ 9: "theirs" }));
    expect((await landed(place, "one")).landing?.state).toBe("landed");
    expect(reads(place, "sub/list.txt")).toBe(text({ 2: "mine", 9: "theirs" }));
    // Each side moves the submodule to a commit of its own, and the repository around it to that.
    const commit = (words: string) =>
      `${name}; git -C sub commit -qam ${words}; git add sub; git commit -qm ${words}`;
    expect((await place.run("one", commit("ours"))).exitCode).toBe(0);
    git(commit("theirs"));
    const conflicts = await conflictsOf(place, "one");
    expect(conflicts.map(([path]) => path)).toEqual(expect.arrayContaining([".git/index"]));
    expect(conflicts.every(([path]) => /^(?:sub\/)?\.git\//.test(path ?? ""))).toBe(true);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    git(
      'test "$(git log -1 --format=%s)" = theirs; git fsck --no-progress; git -C sub fsck --no-progress; git diff --quiet HEAD',
    );
  });

  it("never merges with a base that is kept no more: it names the path", async () => {
    const place = await openHeldPlace({ "list.txt": text({}) });
    await place.views.open("one");
    await place.run("one", "sed -i 's/line 2$/mine/' list.txt");
    writeFileSync(join(place.workspace, "list.txt"), text({ 9: "theirs" }));
    for (const name of readdirSync(join(place.base, "data")))
      if (/journal|blob|landing|store/.test(name))
        renameSync(join(place.base, "data", name), join(place.base, `pruned-${name}`));
    const conflicts = await conflictsOf(place, "one");
    expect(conflicts).toEqual([["list.txt", expect.stringMatching(/no longer kept|not known/)]]);
    expect(reads(place, "list.txt")).toBe(text({ 9: "theirs" }));
  });

  it("never merges with what an earlier merge kept, once that is gone", async () => {
    const place = await openHeldPlace({ "list.txt": text({}) });
    const { id } = await place.views.open("one");
    await place.run("one", "sed -i 's/line 2$/mine/' list.txt");
    writeFileSync(join(place.workspace, "list.txt"), text({ 9: "theirs" }));
    expect((await place.views.rebase(id)).merged).toHaveLength(1);
    rmSync(join(place.base, "data/views", id, "base"), { recursive: true });
    writeFileSync(join(place.workspace, "list.txt"), text({ 9: "theirs", 11: "again" }));
    expect(await conflictsOf(place, "one")).toEqual([
      ["list.txt", "what both sides began with is no longer kept"],
    ]);
  });
});
