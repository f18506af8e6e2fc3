import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HANGING_MS } from "./hanging.ts";

const root = join(import.meta.dirname, "../..");
/** On a machine that does ten other things a program may take this long to say something. */
const LEAST_MS = 60_000;
const WAITS = /\{ (?:interval: [\d_]+, )?timeout: ([\d_]+)(?:, interval: [\d_]+)? \}/g;
/** The bound of a test, a hook or a group: among its options, or after its function. */
const BOUNDS = /\btimeout: ([\d_]+)|^ *\}, ([\d_]+)\);$|^ *([\d_]+),\n *\);$/gm;

interface Stated {
  readonly where: string;
  readonly ms: number;
}

function findAll(pattern: RegExp): readonly Stated[] {
  const places = [
    "packages/*/src/**/*.test.ts",
    "test/**/*.ts",
    "scripts/**/*.test.ts",
    "lab/**/*.test.ts",
  ];
  const files = places.flatMap((each) => globSync(each, { cwd: root }));
  expect(files.length).toBeGreaterThan(500);
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(pattern)].map(([words, ...found]) => ({
      where: `${file}: ${words.trim()}`,
      ms: Number((found.find((each) => each !== undefined) ?? "").replaceAll("_", "")),
    }));
  });
}

describe("a test", () => {
  it("waits no less for a state than a busy machine needs", () => {
    expect(findAll(WAITS).filter(({ ms }) => ms < LEAST_MS)).toEqual([]);
  });

  it("that may take longer than others before it counts as hanging names the reason", () => {
    const stated = findAll(BOUNDS);
    expect(stated.length).toBeGreaterThan(5);
    expect(stated.filter(({ ms }) => ms >= HANGING_MS)).toEqual([]);
  });
});
