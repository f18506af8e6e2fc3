/**
 * How much our own helpers hold in memory, at most, whatever the size of what they look at. Each call runs in a process of its
 * own under one that asks the system for the peak of all its descendants, the search program included.
 */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { WAITING_MS } from "../../setup/hanging.ts";

const GIB = 1024 ** 3;
const MEASURE = `
import json, resource, subprocess, sys
out = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE).stdout
told = json.loads(out)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
told["peakMiB"] = max(peak, told["peakMiB"])
print(json.dumps(told))
`;

const hasPython = (() => {
  try {
    execFileSync("python3", ["-c", "import resource"]);
    return true;
  } catch {
    return false;
  }
})();

let base: string;
const at = (name: string) => join(base, "ws", name);

/** A file that is mostly a hole: gigabytes that nobody stores. */
function makeSparse(name: string, { head = "", bytes = 3 * GIB, tail = "" }): void {
  const fd = openSync(at(name), "w");
  writeSync(fd, head);
  ftruncateSync(fd, bytes);
  if (tail !== "") writeSync(fd, tail, bytes);
  closeSync(fd);
}

function run(tool: string, args: Readonly<Record<string, unknown>>) {
  const program = join(import.meta.dirname, "bounded-run.ts");
  const line = [process.execPath, ...testProgram(program)];
  const told = execFileSync(
    "python3",
    ["-c", MEASURE, ...line, join(base, "ws"), join(base, "data"), tool, JSON.stringify(args)],
    { encoding: "utf8", timeout: WAITING_MS },
  );
  return JSON.parse(told) as { readonly result: string; readonly peakMiB: number };
}

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-bounds-")));
  mkdirSync(join(base, "ws"));
  makeSparse("hole.bin", {});
  makeSparse("text.log", { head: "first line\nsecond line ", bytes: GIB, tail: "\nlast line\n" });
  makeSparse("big.ipynb", { head: '{"cells": [', tail: "]}" });
  makeSparse("big.pdf", { head: "%PDF-1.7\n" });
  writeFileSync(at("many.txt"), "match\n".repeat(500_000));
  writeFileSync(at("breaks.txt"), `start${"\n".repeat(2_000_000)}end\n`);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ACROSS = { multiline: true } as const;

/** A process each, and one under it that measures. */
const CALLS = [
  [
    "a search across lines in one huge file",
    "grep",
    { ...ACROSS, pattern: "a.*b", path: "hole.bin" },
    "too_large",
  ],
  [
    "a search across lines beside one",
    "grep",
    { ...ACROSS, pattern: "zz", path: "." },
    "No matches",
  ],
  ["a search in one huge file", "grep", { pattern: "zzz", path: "text.log" }, "No matches"],
  ["a search beside huge files", "grep", { pattern: "match", path: "." }, "many.txt"],
  [
    "a count of many matches",
    "grep",
    { pattern: "match", path: "many.txt", output_mode: "count" },
    "500000",
  ],
  [
    "a match of millions of lines",
    "grep",
    { ...ACROSS, pattern: "start.*end", path: "breaks.txt", context: 2 },
    "start",
  ],
  ["reading a hole", "read", { path: "hole.bin" }, "binary"],
  ["reading the beginning of a huge line", "read", { path: "text.log" }, "binary"],
  ["reading a huge notebook", "read", { path: "big.ipynb" }, "binary"],
  ["reading a huge document", "read", { path: "big.pdf" }, "too_large"],
  [
    "editing a huge file",
    "edit",
    { path: "text.log", old_string: "first", new_string: "x" },
    "error",
  ],
  ["listing huge files", "glob", { pattern: "**" }, "hole.bin"],
] as const;

describe.runIf(hasPython)("peak memory (needs python3)", () => {
  it.each(CALLS)("stays below 400 MiB for %s", (_name, tool, args, told) => {
    const { result, peakMiB } = run(tool, args);
    expect(result).toContain(told);
    expect(peakMiB).toBeLessThan(400);
  });
});
