/** The same as an ordinary user: overlays in a user namespace, and folders that their owner may not write. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import {
  giveTo,
  leftovers,
  openWorld,
  treeOf,
  type World,
  type WorldOptions,
} from "./landing-world.ts";

const CHILD = join(import.meta.dirname, "landing-child.ts");
const UID = 65534;
const BECOME = ["setpriv", `--reuid=${UID}`, `--regid=${UID}`, "--clear-groups"];
const canBecome =
  process.getuid?.() === 0 &&
  spawnSync("setpriv", [...BECOME.slice(1), "unshare", "-Urm", "true"]).status === 0 &&
  spawnSync("setpriv", [...BECOME.slice(1), process.execPath, "-e", "0"]).status === 0;

const worlds: World[] = [];
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

function filled(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  for (const folder of ["src", "closed", "gone"]) mkdirSync(join(made.workspace, folder));
  for (const file of ["a", "b", "src/c", "closed/x", "gone/y"])
    writeFileSync(join(made.workspace, file), `${file}\n`);
  chmodSync(join(made.workspace, "gone"), 0o755);
  mkdirSync(join(made.workspace, "opened"), { mode: 0o555 });
  giveTo(dirname(made.workspace), UID);
  giveTo(made.userData, UID);
  return made;
}

function child(made: World, work: string, command = "") {
  const argv = [
    ...BECOME.slice(1),
    ...[process.execPath, ...testProgram(CHILD)],
    ...[made.workspace, made.userData, work, "-1", command],
  ];
  const { stdout, stderr } = spawnSync("setpriv", argv, { encoding: "utf8", cwd: "/" });
  return stdout + stderr.slice(0, 2_000);
}

describe.skipIf(!canBecome)("an ordinary user (needs root and setpriv)", () => {
  it("lands and undoes what a command changed, folders that are closed included", () => {
    const made = filled();
    const before = treeOf(made.workspace);
    const command = `echo more >> a; rm b; rm -r gone; mkdir -p shut/in; echo s > shut/in/f
chmod 000 shut/in; chmod 500 shut; echo more >> closed/x; echo > closed/new; chmod 0 closed; echo n > src/n; chmod 0 src/c
chmod 755 opened; echo n > opened/n`;
    expect(child(made, "land", command)).toMatch(/^landed /);
    const after = treeOf(made.workspace);
    expect(after["/shut"]).toBe("folder 500");
    expect(after["/shut/in"]).toBe("folder 0");
    expect(after["/shut/in/f"]).toBe("file 644 s\n");
    expect(after["/closed"]).toBe("folder 0");
    expect(after["/closed/x"]).toBe("file 644 closed/x\nmore\n");
    expect(after["/opened/n"]).toBe("file 644 n\n");
    expect(after["/src/c"]).toBe("file 0 src/c\n");
    expect(child(made, "undo")).not.toContain("Error");
    expect(treeOf(made.workspace)).toEqual(before);
    expect(child(made, "redo")).not.toContain("Error");
    expect(treeOf(made.workspace)).toEqual(after);
    expect(leftovers(made)).toEqual([]);
  });

  it("shows and brings back a file that its owner may not read", () => {
    const made = filled();
    chmodSync(join(made.workspace, "b"), 0);
    const before = treeOf(made.workspace);
    expect(child(made, "land", "rm -f b")).toMatch(/^landed /);
    expect(child(made, "diff")).toContain("may not be read");
    expect(child(made, "undo")).not.toContain("Error");
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("lands and undoes by copy what its owner may not write, as what git stores", () => {
    const made = filled({ userDataParent: "/dev/shm" });
    chmodSync(join(made.workspace, "src/c"), 0o444);
    const before = treeOf(made.workspace);
    const command = "echo n > n; chmod 444 n; rm -rf src; mkdir o; echo o > o/o; chmod 400 o/o";
    expect(child(made, "land", command)).toMatch(/^landed /);
    expect(treeOf(made.workspace)).toMatchObject({ "/n": "file 444 n\n", "/o/o": "file 400 o\n" });
    expect(child(made, "undo")).not.toContain("Error");
    expect(treeOf(made.workspace)).toEqual(before);
  });

  it("lands nothing where one folder may not be written", () => {
    const made = filled();
    chmodSync(join(made.workspace, "src"), 0o555);
    const before = treeOf(made.workspace);
    const command = "echo more >> a; chmod 755 src; echo n > src/n; chmod 555 src";
    expect(child(made, "land", command)).toMatch(/^kept .*does not permit/);
    expect(treeOf(made.workspace)).toEqual(before);
  });
});
