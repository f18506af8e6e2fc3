/** Finds the test files that take a sample unless `TOOLPLANE_WHOLE=1` asks for everything. */
import { posix } from "node:path";
import { readImports } from "../source/read-imports.ts";
import type { SourceFile } from "../source/source-file.ts";
import { tokenize } from "../source/tokenize.ts";

/** The file that says how a sample is taken. */
const SAMPLE = "test/sample.ts";
const VARIABLE = "TOOLPLANE_WHOLE";

/** Their paths, without those that one of the `scripts` of package.json runs whole by itself. */
export function findSampling(
  files: readonly SourceFile[],
  scripts: readonly string[],
): readonly string[] {
  const elsewhere = scripts.flatMap(pathsRunWhole);
  return files
    .filter(takesSample)
    .map(({ path }) => path)
    .filter((path) => !elsewhere.some((start) => path.startsWith(start)));
}

function takesSample({ path, text }: SourceFile): boolean {
  if (text.includes(`process.env.${VARIABLE}`)) return true;
  // Only then is it worth reading every import.
  if (!text.includes("sample.ts")) return false;
  return readImports(tokenize(text)).some(
    ({ specifier }) => posix.join(posix.dirname(path), specifier) === SAMPLE,
  );
}

function pathsRunWhole(script: string): readonly string[] {
  const start = `${VARIABLE}=1 vitest run `;
  return script.startsWith(start) ? script.slice(start.length).split(" ") : [];
}
