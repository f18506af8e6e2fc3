import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type MachineFacts, temporaryInMemory } from "./temporary-in-memory.ts";

const suited: MachineFacts = {
  isRoot: true,
  platform: "linux",
  release: "6.8.0-45-generic",
  memoryBytes: 16 * 1_024 ** 3,
  temporary: ["/tmp", "/var/tmp"],
  needed: ["/home/somebody/checkout", "/usr/bin/node", "/home/somebody"],
  wantsDisk: false,
};

describe("temporary files in memory", () => {
  it("are mounted for the words that follow alone", () => {
    const words = temporaryInMemory(suited, () => true);
    expect(words.slice(0, 5)).toEqual(["unshare", "--mount", "--propagation", "private", "--"]);
    expect(words.slice(-4)).toEqual(["/tmp", "/var/tmp", "--", "--"]);
  });

  it.each<[string, Partial<MachineFacts>]>([
    ["who runs them may not mount", { isRoot: false }],
    ["the system has no such mounts", { platform: "darwin" }],
    ["the kernel is too old to lay a view over them", { release: "6.5.13" }],
    ["there is little memory", { memoryBytes: 7 * 1_024 ** 3 }],
    ["they are the home itself", { temporary: ["/tmp"], needed: ["/tmp"] }],
    ["they are in the checkout", { temporary: ["/home/somebody/checkout/tmp"] }],
    ["the disk was asked for", { wantsDisk: true }],
  ])("stay on the disk where %s", (_why, facts) => {
    expect(temporaryInMemory({ ...suited, ...facts }, () => true)).toEqual([]);
  });

  it("leave a checkout that lies among them where it is, and what is in it once", () => {
    const needed = ["/tmp/checkout", "/tmp/checkout/bin", "/var/tmp/home", "/usr/bin"];
    const words = temporaryInMemory({ ...suited, needed }, () => true);
    const after = ["/tmp", "/var/tmp", "--", "/tmp/checkout", "/var/tmp/home", "--"];
    expect(words.slice(-after.length)).toEqual(after);
  });

  it.runIf(temporaryInMemory().length > 0)(
    "are empty but for what is needed (needs mounts)",
    () => {
      const place = mkdtempSync(join(tmpdir(), "of-a-test-"));
      const checkout = join(place, "a checkout's");
      mkdirSync(checkout);
      writeFileSync(join(place, "hidden"), "");
      writeFileSync(join(checkout, "file"), "there\n");
      const words = temporaryInMemory({ ...suited, temporary: [place], needed: [checkout] });
      const look =
        'cat "$1/file"; echo new > "$1/made"; cat made; ls "$1/.."; stat -f -c %T "$1/.."';
      const seen = spawnSync(
        words[0] ?? "",
        [...words.slice(1), "sh", "-c", look, "sh", checkout],
        {
          cwd: checkout,
          encoding: "utf8",
        },
      );
      expect(seen.stderr).toBe("");
      expect(seen.stdout).toBe("there\nnew\na checkout's\ntmpfs\n");
      expect(readFileSync(join(checkout, "made"), "utf8")).toBe("new\n");
      expect(readdirSync(place).toSorted()).toEqual(["a checkout's", "hidden"]);
      rmSync(place, { recursive: true });
    },
  );

  it("stay there where the machine refuses", () => {
    expect(temporaryInMemory(suited, () => false)).toEqual([]);
  });

  it("are not taken for the checkout's by its name", () => {
    expect(temporaryInMemory({ ...suited, needed: ["/tmpfiles"] }, () => true)).not.toEqual([]);
  });
});
