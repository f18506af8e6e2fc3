import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** On a machine that does ten other things a program may take this long to say something. */
const LEAST_MS = 60_000;
const OPTIONS = /\{ (?:interval: [\d_]+, )?timeout: ([\d_]+)(?:, interval: [\d_]+)? \}/g;

it("No test waits less for a state than a busy machine needs", () => {
  const files = ["packages/*/src/**/*.test.ts", "test/**/*.ts", "scripts/**/*.test.ts"].flatMap(
    (pattern) => globSync(pattern, { cwd: root }),
  );
  expect(files.length).toBeGreaterThan(500);
  const hasty = files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const found = [...text.matchAll(OPTIONS)];
    return found
      .filter(([, ms = ""]) => Number(ms.replaceAll("_", "")) < LEAST_MS)
      .map(([options]) => `${file}: ${options}`);
  });
  expect(hasty).toEqual([]);
});
