import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { syncDisk, syncLayer } from "./sync-layer.ts";

describe("syncLayer", () => {
  const open = () => {
    const folder = mkdtempSync(join(tmpdir(), "sync-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "file"), "text");
    symlinkSync("nowhere", join(folder, "link"));
    const asked: string[] = [];
    const files = function* (names: readonly string[]) {
      for (const name of names) {
        asked.push(name);
        yield join(folder, name);
      }
    };
    return { folder, files, asked };
  };

  it("looks at no file where a program brings the whole disk up to date", async () => {
    const { folder, files, asked } = open();
    await syncLayer(syncDisk(folder), () => files(["gone"]));
    expect(asked).toEqual([]);
  });

  it.each(["false", "there-is-no-such-program"])(
    "takes file by file instead: %s",
    async (program) => {
      const { folder, files, asked } = open();
      await syncLayer(syncDisk(folder, program), () => files(["file", "link"]));
      expect(asked).toEqual(["file", "link"]);
      const gone = syncLayer(syncDisk(folder, program), () => files(["gone"]));
      await expect(gone).rejects.toMatchObject({ code: "unavailable" });
    },
  );
});
