import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { sameBytes } from "./same-bytes.ts";
import { takeAtOnce } from "./take-turns.ts";

function filled() {
  const folder = mkdtempSync(join(tmpdir(), "same-bytes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  for (const name of ["a", "b", "c"]) {
    writeFileSync(at(name), "head");
    truncateSync(at(name), 1024 * 1024);
  }
  writeFileSync(at("c"), "tail", { flag: "a" });
  symlinkSync("a", at("link"));
  return at;
}

describe("sameBytes", () => {
  it("compares what files hold, and follows no link", () => {
    const at = filled();
    expect(takeAtOnce(sameBytes(at("a"), at("b")))).toBe(true);
    expect(takeAtOnce(sameBytes(at("a"), at("c")))).toBe(false);
    expect(takeAtOnce(sameBytes(at("a"), at("link")))).toBe(false);
    expect(takeAtOnce(sameBytes(at("a"), at("none")))).toBe(false);
  });

  it("stops after every piece, so that others go on beside gigabytes", () => {
    const at = filled();
    expect([...sameBytes(at("a"), at("b"))]).toHaveLength(4);
  });
});
