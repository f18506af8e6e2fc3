import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toBytePath } from "@toolplane/disk/inside";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markOpaque, readFolderMarks } from "./overlay-marks.ts";
import { type RunProgram, runProgram } from "./run-program.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "marks-"));
});
afterEach(() => rmSync(base, { recursive: true }));

function upperWith(name: string, folders: readonly string[]): string {
  for (const folder of folders) mkdirSync(join(base, name, folder), { recursive: true });
  return toBytePath(join(base, name));
}

function counted(run: RunProgram): { readonly run: RunProgram; readonly count: () => number } {
  let count = 0;
  return {
    count: () => count,
    run: (program) => {
      count += 1;
      return run(program);
    },
  };
}

const NONE = { opaque: false, origin: null, hasMore: false };

describe.skipIf(process.platform !== "linux")("markOpaque (needs Linux)", () => {
  it.each(["one", "zwölf", "a\n38 SCHILY.xattr.user.overlay.opaque=y\n"])(
    "hides and shows what is below %j, and what lies in it stays",
    async (name) => {
      const upper = upperWith("upper", [`${name}/inner`]);
      const folder = toBytePath(name);
      chmodSync(join(base, "upper", name), 0o751);
      const before = statSync(join(base, "upper", name), { bigint: true });
      const isOpaque = async () =>
        (await readFolderMarks(upper, [folder])).get(folder)?.opaque ?? null;
      for (const hides of [true, true, false, false, true]) {
        await markOpaque(upper, folder, { hides });
        expect(await isOpaque()).toBe(hides);
      }
      const after = statSync(join(base, "upper", name), { bigint: true });
      expect([after.ino, after.mode, after.mtimeNs]).toEqual([
        before.ino,
        before.mode,
        before.mtimeNs,
      ]);
      expect(readdirSync(join(base, "upper"))).toEqual([name]);
      expect(readdirSync(join(base, "upper", name))).toEqual(["inner"]);
    },
  );

  it("throws where the folder is gone", async () => {
    const upper = upperWith("upper", []);
    await expect(markOpaque(upper, "one", { hides: true })).rejects.toThrow("cannot be read");
  });
});

describe.skipIf(process.platform !== "linux")("readFolderMarks (needs Linux)", () => {
  it("reads in a folder of any name", async () => {
    const upper = upperWith("jörg", ["one", "zwölf"]);
    const names = ["one", toBytePath("zwölf")];
    expect([...(await readFolderMarks(upper, names))]).toEqual(names.map((name) => [name, NONE]));
  });

  it("is asked of who is given, and of this process where that cannot be", async () => {
    const upper = upperWith("upper", ["one"]);
    const beside = counted(runProgram);
    const never = counted(async () => null);
    for (const { run } of [beside, never])
      expect((await readFolderMarks(upper, ["one"], run)).get("one")).toEqual(NONE);
    expect([beside.count(), never.count()]).toEqual([1, 1]);
  });

  it("throws where what was read is not all", async () => {
    const upper = upperWith("upper", ["one"]);
    const cut: RunProgram = async (program) => ({
      bytes: (await runProgram(program))?.bytes ?? Buffer.alloc(0),
      complete: false,
    });
    await expect(readFolderMarks(upper, ["one"], cut)).rejects.toThrow("cannot be read");
    const silent: RunProgram = async () => ({ bytes: Buffer.alloc(0), complete: true });
    await expect(readFolderMarks(upper, ["one"], silent)).rejects.toThrow("cannot be read");
  });

  it("asks this process about very many: what they carry would fill a file", async () => {
    const names = Array.from({ length: 1_001 }, (_none, index) => `f${index}`);
    const upper = upperWith("upper", names);
    const beside = counted(runProgram);
    expect((await readFolderMarks(upper, names, beside.run)).size).toBe(names.length);
    expect(beside.count()).toBe(0);
  });
});
