import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openToken } from "./open-token.ts";

describe("the file of the token", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-token-"));
  const file = join(folder, "token");
  const read = () => openToken({ file, userData: folder });
  afterEach(() => rmSync(file, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is not waited for when it is a pipe", () => {
    execFileSync("mkfifo", ["-m", "600", file]);
    expect(read).toThrow("regular file");
  });

  it("is not read when others can", () => {
    writeFileSync(file, "a-token-of-enough-length");
    chmodSync(file, 0o640);
    expect(read).toThrow("others on this machine can read");
  });

  it.skipIf(process.getuid?.() !== 0)("is not read when it is another user's (needs root)", () => {
    writeFileSync(file, "a-token-of-enough-length", { mode: 0o600 });
    chownSync(file, 65_534, 65_534);
    expect(read).toThrow("another user");
  });
});
