import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolderOnce, markUsed } from "./make-folder-once.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolplane-once-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a folder that several processes want", () => {
  it("is made by one of two that ask at once, and the other finds all of it", async () => {
    const folder = join(root, "kept", "bundle");
    const first = start(folder);
    await first.says("writes");
    expect(existsSync(folder)).toBe(false);
    const second = start(folder);
    await second.says("asks");
    // Both are told to go on: one that also writes would not be seen to wait for it.
    first.goOn();
    second.goOn();
    expect(await first.ended()).toBe("asks\nwrites\nmade\n");
    expect(await second.ended()).toBe("asks\nfound\n");
    expect(readdirSync(folder).toSorted()).toEqual(["first", "second"]);
    expect(readdirSync(join(root, "kept"))).toEqual(["bundle", "lock"]);
  });

  it("is made by the next when whoever was making it was killed", async () => {
    const folder = join(root, "kept", "bundle");
    const killed = start(folder);
    await killed.says("writes");
    const next = start(folder);
    await next.says("asks");
    killed.kill();
    await killed.ended();
    next.goOn();
    expect(await next.ended()).toBe("asks\nwrites\nmade\n");
    expect(readdirSync(folder).toSorted()).toEqual(["first", "second"]);
  });

  it("goes when it is old, unless somebody has begun to use it", async () => {
    const parent = join(root, "kept");
    for (const name of ["old", "used"]) {
      mkdirSync(join(parent, name), { recursive: true });
      utimesSync(join(parent, name), 0, 0);
    }
    expect(markUsed(join(parent, "used"))).toBe(true);
    expect(markUsed(join(parent, "absent"))).toBe(false);
    const write = async (folder: string): Promise<void> => mkdirSync(folder);
    expect(await makeFolderOnce(join(parent, "new"), write)).toBe(true);
    expect(await makeFolderOnce(join(parent, "new"), write)).toBe(false);
    expect(readdirSync(parent).toSorted()).toEqual(["lock", "new", "used"]);
  });
});

interface Started {
  says(line: string): Promise<void>;
  goOn(): void;
  kill(): void;
  /** All that it said. */
  ended(): Promise<string>;
}

function start(folder: string): Started {
  const program = join(import.meta.dirname, "make-folder.fixture.ts");
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", program, folder],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    said += part;
  });
  const all = text(child.stdout);
  // Who has nothing to wait for is gone before it reads.
  child.stdin.on("error", () => undefined);
  return {
    says: (line) => expect.poll(() => said.split("\n")).toContain(line),
    goOn: () => child.stdin.write("go on\n"),
    kill: () => child.kill("SIGKILL"),
    ended: () => all,
  };
}
