import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createDatedNames } from "./dated-names.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "dated-names-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Files with these ages in seconds, by their names. */
function make(ages: Readonly<Record<string, number>>): void {
  for (const [name, seconds] of Object.entries(ages)) {
    writeFileSync(join(root, name), "");
    utimesSync(join(root, name), seconds, seconds);
  }
}

describe("names with dates", () => {
  make({ old: 1_000, middle: 2_000, twin: 2_000, young: 3_000 });
  const dated = createDatedNames(root);
  for (const name of ["old", "twin", "gone", "young", "middle"]) dated.add(name);

  it("come newest first, equals by name, and what is gone last", () => {
    expect(dated.newest(10)).toEqual(["young", "middle", "twin", "old", "gone"]);
  });

  it("are cut to the newest, also between two of one age", () => {
    expect([1, 2, 3, 4].map((most) => dated.newest(most).join())).toEqual([
      "young",
      "young,middle",
      "young,middle,twin",
      "young,middle,twin,old",
    ]);
  });

  it("are kept in the order in which they came", () => {
    expect(dated.names).toEqual(["old", "twin", "gone", "young", "middle"]);
  });

  it("are no longer taken once their file system turns out to be slow", () => {
    let atMs = 0;
    const now = (): number => {
      atMs += 60;
      return atMs;
    };
    const slow = createDatedNames(root, { now });
    const taken: boolean[] = [];
    for (let index = 0; index < 5; index += 1) {
      slow.add("old");
      taken.push(slow.takesMore());
    }
    expect(taken).toEqual([true, true, true, false, false]);
  });
});
