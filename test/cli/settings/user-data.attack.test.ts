/** Another user of the machine was in the data folder before us. */
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUserData } from "../../../packages/toolplane/src/state/open-user-data.ts";
import { type CliWorld, openCliWorld } from "../fixture.ts";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
  mkdirSync(world.data);
});
afterEach(() => world.remove());

const NOBODY = 65_534;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("a data folder that others could write in", () => {
  it("is closed when all that lies in it is the person's own", () => {
    writeFileSync(join(world.data, "record.sqlite"), "");
    chmodSync(world.data, 0o777);
    openUserData(world.data);
    expect(modeOf(world.data)).toBe(0o700);
  });

  it("is refused, each time, with a link in it", () => {
    symlinkSync("/dev/null", join(world.data, "spool"));
    chmodSync(world.data, 0o777);
    for (const _ of [1, 2])
      expect(() => openUserData(world.data)).toThrow("spool there is not yours");
  });

  it.skipIf(process.getuid?.() !== 0)(
    "is refused, each time, with another user's file in it (needs the administrator)",
    async () => {
      writeFileSync(join(world.data, "record.sqlite"), "");
      chownSync(join(world.data, "record.sqlite"), NOBODY, NOBODY);
      chmodSync(world.data, 0o777);
      world.write({ "a.txt": "a" });
      for (const _ of [1, 2]) {
        const { code, stderr } = await world.run(["call", "read", "--path", "a.txt"]);
        expect([code, stderr]).toEqual([2, expect.stringContaining("not yours")]);
      }
    },
  );
});
