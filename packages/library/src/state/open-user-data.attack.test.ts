/** Another user of the machine was in the data folder before us. */
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUserData } from "./open-user-data.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "toolplane-data-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("a data folder that others could write in", () => {
  it("is closed when all that lies in it is the person's own", () => {
    writeFileSync(join(data, "record.sqlite"), "");
    chmodSync(data, 0o777);
    openUserData(data);
    expect(modeOf(data)).toBe(0o700);
  });

  it("is refused, each time, with a link in it", () => {
    symlinkSync("/dev/null", join(data, "spool"));
    chmodSync(data, 0o777);
    for (const _ of [1, 2]) expect(() => openUserData(data)).toThrow("spool there is not yours");
  });
});
