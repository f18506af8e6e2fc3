import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeWhole } from "./call-state.ts";

describe("a file that is written whole", () => {
  it("holds nothing of what a killed process left beside its place", () => {
    const base = mkdtempSync(join(tmpdir(), "toolplane-whole-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const path = join(base, "state.json");
    writeFileSync(`${path}.part`, "x".repeat(1_000));
    writeWhole(path, '{"a":1}', { sync: false });
    expect(readFileSync(path, "utf8")).toBe('{"a":1}');
  });
});
