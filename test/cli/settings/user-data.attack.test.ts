/** Another user of the machine was in the data folder before us. */
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
  mkdirSync(world.data);
});
afterEach(() => world.remove());

const NOBODY = 65_534;

describe("a data folder that others could write in", () => {
  it.skipIf(process.getuid?.() !== 0)(
    "is refused, each time, with another user's file in it (needs root)",
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
