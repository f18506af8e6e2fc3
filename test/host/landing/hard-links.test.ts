/** Files of more than one name. A step that changes what stands at one of them changes the time of the file, and so of the others. */
import {
  appendFileSync,
  existsSync,
  linkSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  CAN_MOUNT,
  openWorld,
  runCommand,
  treeOf,
  type World,
  type WorldOptions,
} from "./landing-world.ts";

/** A time that can be set exactly. */
const WRITTEN_S = 1_700_000_000;

const worlds: World[] = [];
/** One file of three names. */
function filled(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  writeFileSync(join(made.workspace, "a"), "0\n");
  utimesSync(join(made.workspace, "a"), WRITTEN_S, WRITTEN_S);
  for (const name of ["b", "c"]) linkSync(join(made.workspace, "a"), join(made.workspace, name));
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

const contents = ({ workspace }: World): readonly (string | null)[] =>
  ["a", "b", "c"].map((name) => {
    const path = join(workspace, name);
    if (!existsSync(path)) return null;
    return statSync(path).isDirectory() ? "folder" : readFileSync(path, "utf8");
  });

const WAYS: readonly (readonly [string, WorldOptions])[] = [
  ["by rename", {}],
  ["by copy", { userDataParent: "/dev/shm" }],
];

/** The command, and what the three names hold then. */
const COMMANDS: readonly (readonly [string, readonly (string | null)[]])[] = [
  ["echo 1 >> a; echo 2 >> b", ["0\n1\n", "0\n2\n", "0\n"]],
  ["echo 1 > a; echo 2 > b; echo 3 > c", ["1\n", "2\n", "3\n"]],
  ["rm a b", [null, null, "0\n"]],
  ["echo 1 > a; rm b c", ["1\n", null, null]],
  ["rm a; mkdir a; echo 2 > b", ["folder", "2\n", "0\n"]],
  ["echo 1 > a; rm b; ln a b", ["1\n", "1\n", "0\n"]],
];

describe.skipIf(!CAN_MOUNT)("two names of one file (needs mounts)", () => {
  for (const [way, how] of WAYS)
    it.each(COMMANDS)(
      `land as the command left them ${way}, are undone and made again: %s`,
      async (...row) => {
        const [command, wanted] = row;
        const made = filled(how);
        const before = treeOf(made.workspace);
        const ran = await runCommand(made, command);
        expect([ran.landing?.state, ran.landing?.refused]).toEqual(["landed", undefined]);
        expect(contents(made)).toEqual(wanted);
        const after = treeOf(made.workspace);
        await made.journal.undo(ran.undo);
        expect(treeOf(made.workspace)).toEqual(before);
        await made.journal.redo(ran.undo);
        expect(treeOf(made.workspace)).toEqual(after);
      },
    );

  it("stay one file where the command linked them", async () => {
    const made = filled();
    await runCommand(made, "echo 1 > a; rm b; ln a b");
    const [a, b] = ["a", "b"].map((name) => statSync(join(made.workspace, name)).ino);
    expect(a).toBe(b);
  });

  it.each([
    ["is written to", (path: string) => appendFileSync(path, "mine")],
    ["is written over with as much", (path: string) => writeFileSync(path, "9\n")],
    [
      "is written over with as much and its time set back",
      (path: string) => {
        writeFileSync(path, "9\n");
        utimesSync(path, WRITTEN_S, WRITTEN_S);
      },
    ],
  ])(
    "are a conflict when the file %s through the second while the first lands",
    async (_what, change) => {
      let path = "";
      const onStep = (step: string): void => {
        if (step === "over b") change(path);
      };
      const made = filled({ onStep });
      path = join(made.workspace, "b");
      const ran = await runCommand(made, "echo 1 > a; echo 2 > b");
      expect(ran.landing).toMatchObject({ state: "kept", why: "conflict" });
      const [a, b, c] = contents(made);
      expect([a, b]).toEqual([c, c]);
      expect(c).not.toBe("0\n");
    },
  );
});
