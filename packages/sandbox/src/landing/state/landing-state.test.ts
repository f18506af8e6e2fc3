import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceFile, writeFirst } from "./landing-state.ts";

describe("a file that is written whole", () => {
  it("holds nothing of what a killed process left beside its place", () => {
    const base = mkdtempSync(join(tmpdir(), "toolplane-whole-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const path = join(base, "state.json");
    writeFileSync(`${path}.part`, "x".repeat(1_000));
    replaceFile(path, '{"a":1}', { sync: false });
    expect(readFileSync(path, "utf8")).toBe('{"a":1}');
  });

  it("is there under its name alone when it is the first, and not at all where its name is taken", () => {
    const base = mkdtempSync(join(tmpdir(), "toolplane-whole-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    writeFirst(join(base, "plan.json"), '{"a":1}');
    expect(readdirSync(base)).toEqual(["plan.json"]);
    expect(readFileSync(join(base, "plan.json"), "utf8")).toBe('{"a":1}');
    mkdirSync(join(base, "other.json"));
    expect(() => writeFirst(join(base, "other.json"), "{}")).toThrow();
    expect(readdirSync(base)).not.toContain("plan.json.part");
  });
});
