import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemIds } from "@toolplane/disk/inside";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSpoolFolder, type SpoolFolder } from "../output/spool-folder.ts";
import { runBeside } from "./run-beside.ts";
import { type Holder, startHolder } from "./start-holder.ts";

let userData: string;
let spools: SpoolFolder;
let holder: Holder;
beforeEach(async () => {
  userData = mkdtempSync(join(tmpdir(), "beside-"));
  spools = openSpoolFolder({ userData, ids: createSystemIds() });
  holder = await startHolder({ launches: [], path: process.env.PATH ?? "" });
});
afterEach(async () => {
  await holder.close();
  spools.remove();
  rmSync(userData, { recursive: true });
});

const run = (script: string, maxBytes = 1_000) =>
  runBeside(
    holder,
    spools,
  )({ argv: ["sh", "-c", script], cwd: userData, input: Buffer.from("a\0b"), maxBytes });

describe("runBeside", () => {
  it("gives what a program prints of what it reads, without its complaints, and leaves no file", async () => {
    expect(await run("echo no >&2; cat; pwd")).toEqual({
      bytes: Buffer.from(`a\0b${userData}\n`),
      complete: true,
    });
    expect(readdirSync(join(userData, "spool")).flatMap(filesIn)).toEqual([]);
  });

  it("says when something went wrong, or when it printed too much", async () => {
    expect(await run("cat; exit 1")).toMatchObject({ complete: false });
    expect(await run("cat", 3)).toMatchObject({ complete: false });
  });

  it("counts as no command that runs", async () => {
    const ran = run("cat");
    expect(holder.running).toBe(0);
    await ran;
  });

  it("gives nothing where there is no holder any more", async () => {
    await holder.close();
    expect(await run("cat")).toBeNull();
  });
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(userData, "spool", folder));
}
