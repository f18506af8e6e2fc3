import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import type { ChangeSet } from "@toolplane/contract";
import type { LandingJudge } from "@toolplane/contract/ports";
import type { FileLocks } from "@toolplane/disk/inside";
import { readFolderMarks } from "@toolplane/sandbox/inside";
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
function world(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

/** A workspace with a bit of everything. */
function filled(options?: WorldOptions): World {
  const made = world(options);
  const at = (name: string) => join(made.workspace, name);
  for (const folder of ["src", "src/deep", "old", "old/x", ".git", ".git/objects"])
    mkdirSync(at(folder));
  for (const file of ["a", "b", "src/c", "src/deep/d", "old/x/y", ".git/HEAD", ".git/objects/o"])
    writeFileSync(at(file), `${file}\n`);
  symlinkSync("a", at("link"));
  return made;
}

const EVERYTHING = `echo more >> a; rm b; rm -rf old; mkdir old; echo new > old/new; echo n > src/n
mkdir -p tree/of/folders; echo t > tree/of/folders/t; ln -s ../a tree/l; rm link; mkdir link
chmod 700 src/deep; chmod 600 src/c; rm -r .git/objects; printf x > "$(printf 'bad\\377name')"; chmod 500 tree/of`;

/** The two ways from an upper layer into a root. */
const WAYS: readonly (readonly [string, WorldOptions])[] = [
  ["by rename", {}],
  ["by copy", { userDataParent: "/dev/shm" }],
];

describe.skipIf(!CAN_MOUNT)("a landing (needs mounts)", () => {
  it.each(WAYS)(
    "makes real what the command saw, and nothing before it is settled, %s",
    async (_way, how) => {
      const { workspace, landings, ...rest } = filled(how);
      const before = treeOf(workspace);
      let seen: ChangeSet | null = null;
      let during: unknown = null;
      const judge: LandingJudge = async (set) => {
        seen = set;
        during = treeOf(workspace);
        return { land: "all" };
      };
      const ran = await runCommand({ workspace, landings }, EVERYTHING, { judge });
      expect(ran.landing?.state).toBe("landed");
      expect(during).toEqual(before);
      const after = treeOf(workspace);
      expect(after["/a"]).toBe("file 644 a\nmore\n");
      expect(after).not.toHaveProperty("/b");
      expect(Object.keys(after).filter((path) => path.startsWith("/old"))).toEqual([
        "/old",
        "/old/new",
      ]);
      expect(after["/link"]).toBe("folder 755");
      expect(after["/tree/l"]).toBe("link ../a");
      expect(after["/tree/of"]).toBe("folder 500");
      expect(after["/src/deep"]).toBe("folder 700");
      expect(after["/src/c"]).toBe("file 600 src/c\n");
      expect(after["/bad\xffname"]).toBe("file 644 x");
      expect(after).not.toHaveProperty("/.git/objects");
      const paths = (seen as ChangeSet | null)?.changes.map(({ path }) => path) ?? [];
      expect(paths).toEqual(paths.toSorted());
      expect(paths).toContain(join(workspace, "tree/of/folders/t"));
      expect(leftovers(rest)).toEqual([]);
      expect(readdirSync(workspace).filter((name) => name.startsWith(".toolplane"))).toEqual([]);
    },
  );

  it.each(WAYS)("is undone and made again exactly, %s", async (_way, how) => {
    const made = filled(how);
    const before = treeOf(made.workspace);
    const ran = await runCommand(made, EVERYTHING);
    const after = treeOf(made.workspace);
    await made.journal.undo(ran.undo);
    expect(treeOf(made.workspace)).toEqual(before);
    await made.journal.redo(ran.undo);
    expect(treeOf(made.workspace)).toEqual(after);
    await made.journal.undo(ran.undo);
    expect(treeOf(made.workspace)).toEqual(before);
    expect(leftovers(made)).toEqual([]);
  });

  it.each(WAYS)("is undone after a later one was, %s", async (_way, how) => {
    const made = filled(how);
    const before = treeOf(made.workspace);
    const first = await runCommand(made, "echo 1 >> a; echo x > new");
    const second = await runCommand(made, "echo 2 >> a; rm new; rm -r src", { callId: "call_2" });
    await made.journal.undo([...first.undo, ...second.undo]);
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it.each([
    ["adds to a folder", (w: string) => writeFileSync(`${w}/n/theirs`, "mine")],
    ["edits in a folder", (w: string) => writeFileSync(`${w}/n/x`, "y\n")],
    [
      "writes as much over a file and gives it its old time",
      (w: string) =>
        spawnSync("sh", ["-c", "touch -r n/x t; echo y > n/x; touch -r t n/x; rm t"], { cwd: w }),
    ],
    ["makes what was removed", (w: string) => writeFileSync(`${w}/b`, "mine")],
    ["changes a mode", (w: string) => chmodSync(`${w}/a`, 0o600)],
    ["changes a folder's mode", (w: string) => chmodSync(`${w}/src`, 0o711)],
    ["leads a link elsewhere", (w: string) => spawnSync("ln", ["-sfn", "x", `${w}/n/l`])],
  ])("is not undone, and nothing of it, when somebody %s since", async (_what, deed) => {
    const made = filled();
    const command = "echo 1 >> a; mkdir n; echo x > n/x; ln -s a n/l; chmod 700 src; rm b";
    const ran = await runCommand(made, command);
    deed(made.workspace);
    const after = treeOf(made.workspace);
    await expect(made.journal.undo(ran.undo)).rejects.toMatchObject({ code: "conflict" });
    expect(treeOf(made.workspace)).toEqual(after);
  });

  it("shows in the journal what it changed", async () => {
    const made = filled();
    const ran = await runCommand(made, "echo more >> a");
    const [shown] = await made.journal.diff(ran.undo);
    expect(shown?.diff).toContain("+more");
  });

  it("knows a file that only looks as it did", async () => {
    const made = filled();
    const ran = await runCommand(
      made,
      "touch -r a t; printf A >| a; echo >> a; touch -r t a; rm t",
    );
    expect(ran.changed).toEqual([join(made.workspace, "a")]);
    expect(readFileSync(join(made.workspace, "a"), "utf8")).toBe("A\n");
  });

  it("says nothing of a command that changed nothing", async () => {
    const made = filled();
    const ran = await runCommand(made, "cat a; : >> b; true");
    expect(ran).toMatchObject({ changed: [], undo: [] });
    expect(ran.landing).toBeUndefined();
    expect(leftovers(made)).toEqual([]);
  });

  it.each([
    ["stopped", { stopped: true }],
    ["dry-run", { dryRun: true }],
    ["rerun", { rerun: true }],
    ["stopped", { signal: AbortSignal.abort() }],
  ] as const)("drops the set of a command that was %s", async (why, how) => {
    const made = filled();
    const before = treeOf(made.workspace);
    let asked = 0;
    const judge: LandingJudge = async () => {
      asked += 1;
      return { land: "all" };
    };
    const ran = await runCommand(made, "echo more >> a; rm b", { judge, ...how });
    expect(asked).toBe(0);
    expect(ran.landing).toMatchObject({
      state: "dropped",
      why,
      counts: { added: 0, changed: 1, removed: 1 },
    });
    expect(treeOf(made.workspace)).toEqual(before);
    expect(leftovers(made)).toEqual([]);
  });

  it.each([
    ["setuid", "cp /bin/true s; chmod 4755 s", "s"],
    ["setgid", "echo > s; chmod 2755 s", "s"],
    ["a setgid folder", "mkdir s; chmod 2755 s", "s"],
    ["a folder that becomes setgid", "chmod 2755 src", "src"],
    ["a pipe", "mkfifo s", "s"],
    ["a pipe in a new folder", "mkdir n; mkfifo n/s", "n/s"],
    ["a link in .git", "ln -s /etc/passwd .git/s", ".git/s"],
    ["a link deep in .git", "mkdir .git/refs; ln -s /etc .git/refs/s", ".git/refs/s"],
    ["a link called .git", "ln -s /etc .git2; mkdir n; ln -s /etc n/.git", "n/.git"],
  ])("never lands %s", async (_what, command, name) => {
    const made = filled();
    const before = treeOf(made.workspace);
    let asked = 0;
    const judge: LandingJudge = async () => {
      asked += 1;
      return { land: "all" };
    };
    const ran = await runCommand(made, `${command}; echo > other`, { judge });
    expect(ran.landing).toMatchObject({ state: "kept", why: "refused" });
    expect(ran.landing?.refused?.map(({ path }) => path)).toEqual([join(made.workspace, name)]);
    expect(asked).toBe(0);
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("lands the set-group bit that a folder has from the one it lies in", async () => {
    const made = filled();
    spawnSync("chmod", ["2775", join(made.workspace, "src")]);
    const ran = await runCommand(made, "mkdir -p src/new/er; echo > src/new/er/f");
    expect(ran.landing?.state).toBe("landed");
    expect(statSync(join(made.workspace, "src/new/er")).mode & 0o2000).toBe(0o2000);
  });

  it("leaves no note of the overlay on a folder that was made anew", async () => {
    const made = filled();
    const time = "2020-01-02T03:04:05.250Z";
    const ran = await runCommand(
      made,
      `rm -r old; mkdir old; echo n > old/n; ln -s n old/l; mkdir old/in; echo i > old/in/i
mkdir first; echo m > first/m; mv first moved; rm -r src; mkdir src; chmod 500 src
touch -d ${time} old`,
    );
    const names = ["old", "moved", "src"];
    expect(ran.landing?.state).toBe("landed");
    const marks = await readFolderMarks(made.workspace, names);
    expect([...marks.values()].map(({ opaque }) => opaque)).toEqual([false, false, false]);
    expect(treeOf(made.workspace)).toMatchObject({
      "/old/n": "file 644 n\n",
      "/old/l": "link n",
      "/old/in/i": "file 644 i\n",
      "/moved/m": "file 644 m\n",
      "/src": "folder 500",
      "/old": "folder 755",
    });
    expect(statSync(join(made.workspace, "old")).mtime.toISOString()).toBe(time);
    expect(leftovers(made)).toEqual([]);
  });

  it("keeps what a person's rules attach to a folder that was made anew", async () => {
    const made = filled();
    // The access list of a folder, as the system stores it: its owner, one more person, its group, the bound, all others.
    const list =
      "0200000001000700ffffffff02000700e803000004000500ffffffff10000700ffffffff20000500ffffffff";
    const set = `import os; os.setxattr("old", "system.posix_acl_default", bytes.fromhex("${list}"))`;
    const ran = await runCommand(made, `rm -r old; mkdir old; python3 -c '${set}'; echo n > old/n`);
    expect(ran.landing?.state).toBe("landed");
    const { stdout } = spawnSync(
      "python3",
      ["-c", "import os, sys; print(*os.listxattr(sys.argv[1]))", join(made.workspace, "old")],
      { encoding: "utf8" },
    );
    expect(stdout).toContain("system.posix_acl_default");
  });

  it("never writes through a hard link to outside", async () => {
    const made = filled();
    const outside = join(made.userData, "outside");
    writeFileSync(outside, "theirs");
    linkSync(outside, join(made.workspace, "hard"));
    const ran = await runCommand(made, "echo changed >> hard; echo x >> a");
    expect(readFileSync(join(made.workspace, "hard"), "utf8")).toBe("theirschanged\n");
    expect(readFileSync(outside, "utf8")).toBe("theirs");
    writeFileSync(outside, "changed later");
    await made.journal.undo(ran.undo);
    expect(readFileSync(join(made.workspace, "hard"), "utf8")).toBe("theirs");
  });

  it("does not take what a mask hid for deleted", async () => {
    const made = filled();
    writeFileSync(join(made.workspace, "src/.env"), "secret");
    const mask = join(made.userData, "mask");
    mkdirSync(join(mask, "src"), { recursive: true });
    spawnSync("mknod", [join(mask, "src/.env"), "c", "0", "0"]);
    const ran = await runCommand(made, "echo mine > src/.env; rm src/.env; echo > src/n", { mask });
    expect(ran.changed).toEqual([join(made.workspace, "src/n")]);
    expect(readFileSync(join(made.workspace, "src/.env"), "utf8")).toBe("secret");
    const wide = await runCommand(made, "rm -rf src", {
      mask,
      callId: "call_2",
      judge: async () => ({ land: "none", drop: true, refused: [] }),
    });
    expect(wide.landing?.changes).toMatchObject([{ kind: "removed", tree: true }]);
  });

  it.each(WAYS)(
    "removes and replaces nothing where a person leaves something out, %s",
    async (...row) => {
      const made = filled(row[1]);
      const left = ["tree/of", "src/n"].map((name) => join(made.workspace, name));
      const judge: LandingJudge = async () => ({ land: "some", without: left });
      const ran = await runCommand(made, EVERYTHING, { judge });
      expect(ran.landing).toMatchObject({ state: "landed", heldBack: 3 });
      const told = ran.landing?.changes.map(({ path }) => path) ?? [];
      expect(told.filter((path) => left.some((one) => path.startsWith(one)))).toEqual([]);
      expect(ran.landing?.refused?.map(({ path }) => path)).toEqual(expect.arrayContaining(left));
      const after = treeOf(made.workspace);
      expect(after["/tree/l"]).toBe("link ../a");
      expect(after).not.toHaveProperty("/tree/of");
      expect(after).not.toHaveProperty("/src/n");
      expect(after["/b"]).toBe("file 644 b\n");
      expect(after).toHaveProperty("/old/x/y");
      expect(after).not.toHaveProperty("/old/new");
      expect(after["/a"]).toBe("file 644 a\nmore\n");
    },
  );

  it("keeps a set that is larger than the journal unless a person accepts that", async () => {
    const made = filled({ bounds: { maxJournalBytes: 10 } });
    writeFileSync(join(made.workspace, "small"), "x".repeat(10));
    const small = await runCommand(made, "rm small");
    expect(small.landing?.state).toBe("landed");
    await made.journal.undo(small.undo);
    writeFileSync(join(made.workspace, "large"), "x".repeat(11));
    let marked: unknown = null;
    const judge: LandingJudge = async ({ changes }) => {
      marked = changes.map(({ path, unkept, needs }) => [path, unkept, needs]);
      return { land: "all" };
    };
    const kept = await runCommand(made, "rm large", { judge });
    expect(marked).toEqual([[join(made.workspace, "large"), true, 11]]);
    expect(kept.landing).toMatchObject({ state: "kept", why: "refused" });
    expect(existsSync(join(made.workspace, "large"))).toBe(true);
    const landed = await made.landings.land("call_1", async () => ({
      land: "all",
      unkept: "accepted",
    }));
    expect(landed.state).toBe("landed");
    expect(existsSync(join(made.workspace, "large"))).toBe(false);
    expect(readdirSync(join(made.userData, "landing/journal"))).toHaveLength(1);
  });

  it("forgets the oldest landings first when the journal is full", async () => {
    const made = filled({ bounds: { maxJournalBytes: 25 } });
    const runs = [];
    for (const name of ["x", "y", "z"]) {
      writeFileSync(join(made.workspace, name), name.repeat(10));
      runs.push(await runCommand(made, `rm ${name}`, { callId: `call_${name}` }));
    }
    await expect(made.journal.undo(runs[0]?.undo ?? [])).rejects.toMatchObject({
      code: "unavailable",
    });
    await made.journal.undo(runs[2]?.undo ?? []);
    expect(readFileSync(join(made.workspace, "z"), "utf8")).toBe("zzzzzzzzzz");
    expect(made.notices.join()).toContain("no longer be undone");
  });

  it("says when it would let go of what commands of the last day destroyed", async () => {
    const made = filled({ bounds: { maxJournalBytes: 45 } });
    const told: (readonly (string | undefined)[])[] = [];
    const judge: LandingJudge = async ({ changes }) => {
      told.push(changes.map(({ path, displaces }) => (displaces ? basename(path) : undefined)));
      return { land: "all" };
    };
    const destroy = async (...names: readonly string[]) => {
      for (const name of names) writeFileSync(join(made.workspace, name), name.repeat(10));
      const callId = `call_${names.join("_")}`;
      return runCommand(made, `rm ${names.join(" ")}`, { callId, judge });
    };
    await destroy("x");
    await destroy("y");
    // Nothing stood where it writes, so nothing has to be kept for it.
    await runCommand(made, "head -c 100 /dev/zero > new", { callId: "call_new", judge });
    await destroy("z", "zz");
    const journals = join(made.userData, "landing/journal");
    for (const name of readdirSync(journals))
      utimesSync(join(journals, name, "bytes"), 0, Date.now() / 1_000 - 25 * 60 * 60);
    await destroy("w");
    expect(told).toEqual([[undefined], [undefined], [undefined], [undefined, "zz"], [undefined]]);
  });

  it("says so too when there are too many entries, and makes room for those that are landed", async () => {
    const made = filled();
    const wanted: string[] = [];
    const has = (entries: number): boolean => {
      wanted.push(`has ${entries}`);
      return false;
    };
    const room = { has, make: (entries: number) => void wanted.push(`make ${entries}`) };
    const landings = made.again({ store: { ...made.options.store, room } });
    const told: unknown[] = [];
    for (const land of ["all", "none"] as const) {
      const judge: LandingJudge = async ({ changes }) => {
        told.push(changes.map(({ displaces }) => displaces));
        return land === "all" ? { land } : { land, drop: true, refused: [] };
      };
      await runCommand({ ...made, landings }, `echo > 1${land}; echo > 2${land}`, { judge });
    }
    expect(told).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(wanted).toEqual(["has 2", "make 2", "has 2"]);
  });

  it("counts landings that only added something apart from those that destroyed something", async () => {
    const made = filled({});
    for (const name of ["x", "y"]) writeFileSync(join(made.workspace, name), "precious");
    const first = await runCommand(made, "rm x", { callId: "call_x" });
    const journals = join(made.userData, "landing/journal");
    // As many as are kept, of commands that came later and destroyed nothing.
    for (let later = 0; later < 2_000; later += 1) {
      mkdirSync(join(journals, `zzzz-${later}`));
      writeFileSync(join(journals, `zzzz-${later}`, "bytes"), "0");
    }
    await runCommand(made, "touch new", { callId: "call_new" });
    const displaced: boolean[] = [];
    const judge: LandingJudge = async ({ changes }) => {
      displaced.push(...changes.map(({ displaces }) => displaces !== undefined));
      return { land: "all" };
    };
    // Additions take no room from what is destroyed either, so nobody has to be asked.
    await runCommand(made, "rm y", { callId: "call_y", judge });
    expect(displaced).toEqual([false]);
    await made.journal.undo(first.undo);
    expect(readFileSync(join(made.workspace, "x"), "utf8")).toBe("precious");
  });

  it.each([
    ["files", { maxUpperFiles: 3 }, "touch 1 2 3", "touch 1 2 3 4"],
    ["bytes", { maxUpperBytes: 1000 }, "head -c 1000 /dev/zero > z", "head -c 1001 /dev/zero > z"],
  ])("holds the bound of %s", async (_what, bounds, within, past) => {
    const made = filled({ bounds });
    const inside = await runCommand(made, within);
    expect(inside.landing?.state).toBe("landed");
    const before = treeOf(made.workspace);
    const over = await runCommand(made, `mkdir q; cd q; ${past}`, { callId: "call_2" });
    expect(over.landing).toMatchObject({ state: "dropped", why: "bound" });
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("gives up before its plan when its time is over", async () => {
    const made = filled({ bounds: { maxLandingMs: -1 } });
    const before = treeOf(made.workspace);
    const ran = await runCommand(made, "echo more >> a");
    expect(ran.landing).toMatchObject({ state: "kept", why: "failed" });
    expect(ran.landing?.refused?.[0]?.reason).toContain("took too long");
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("tells the judge which of its roots are git folders", async () => {
    const made = filled();
    const told: unknown[] = [];
    const judge: LandingJudge = async ({ gitFolders }) => {
      told.push(gitFolders);
      return { land: "all" };
    };
    const landings = made.again({ gitFolders: [made.workspace, "/elsewhere/.git"] });
    await runCommand({ ...made, landings }, "echo more >> a", { judge });
    await runCommand(made, "echo more >> a", { judge, callId: "call_2" });
    expect(told).toEqual([[made.workspace], undefined]);
  });

  it("waits for whoever changes files in its root", async () => {
    const held: unknown[] = [];
    const locks: FileLocks = {
      hold(paths, _signal, work) {
        held.push(paths);
        return work();
      },
    };
    const made = filled({ locks, onStep: (name) => held.push(name) });
    await runCommand(made, "echo more >> a");
    expect(held.slice(0, 2)).toEqual([[made.workspace], "plan a"]);
  });

  it("keeps the call's folders to their owner", async () => {
    const made = filled();
    const call = { sessionId: "ses_1", callId: "c", command: "", roots: [made.workspace] };
    const view = await made.landings.begin(call);
    expect(lstatSync(view.folder).mode & 0o777).toBe(0o700);
    expect(lstatSync(view.roots[0]?.upper ?? "").mode & 0o777).toBe(0o755);
  });

  it("keeps the set where nobody can judge", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    const ran = await runCommand(made, "rm -rf *", { judge: null });
    expect(ran.landing).toMatchObject({ state: "kept", why: "refused" });
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("keeps the set when the judge fails", async () => {
    const made = filled();
    const before = treeOf(made.workspace);
    const ran = await runCommand(made, "rm -rf *", {
      judge: () => Promise.reject(new Error("no")),
    });
    expect(ran.landing).toMatchObject({ state: "kept", why: "failed" });
    expect(treeOf(made.workspace)).toEqual(before);
    expect((await made.landings.land("call_1", LAND_ALL)).state).toBe("landed");
  });
});
