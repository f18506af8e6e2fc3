import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProbeMemory } from "./probe-memory.ts";

const HOUR = 3_600_000;
let folder: string;
let program: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "probe-"));
  program = join(folder, "bwrap");
  file = join(folder, "probe.json");
  writeFileSync(program, "one");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("what worked", () => {
  it("is known to the next process, in a file of the owner's", () => {
    createProbeMemory(file).keep(program, { attempt: 1, version: "0.8.0" });
    expect(createProbeMemory(file).recall(program)).toEqual({ attempt: 1, version: "0.8.0" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is forgotten with another program, after a day, and when the clock went back", () => {
    let nowMs = 10 * HOUR;
    const memory = createProbeMemory(file, () => nowMs);
    memory.keep(program, { attempt: 0, version: "0.8.0" });
    nowMs = 9 * HOUR;
    expect(memory.recall(program)).toBeNull();
    nowMs = 35 * HOUR;
    expect(memory.recall(program)).toBeNull();
    nowMs = 11 * HOUR;
    expect(memory.recall(program)).not.toBeNull();
    utimesSync(program, 1, 1);
    expect(memory.recall(program)).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["no object", "3"],
    ["an attempt that is no number", { attempt: "0" }],
    ["a version that is none", { version: "0.8; rm" }],
    ["another world", { world: "x" }],
  ])("is not believed when the file holds %s", (_, change) => {
    const memory = createProbeMemory(file);
    memory.keep(program, { attempt: 0, version: "0.8.0" });
    const kept = JSON.parse(readFileSync(file, "utf8")) as object;
    writeFileSync(
      file,
      typeof change === "string" ? change : JSON.stringify({ ...kept, ...change }),
    );
    expect(memory.recall(program)).toBeNull();
  });
});
