import type { GrepRow } from "./query-arguments.ts";

/** The tool's answer: counts by file, and matching lines by file. */
export interface FoundFiles {
  readonly counted: string;
  readonly shown: string;
}

/** The difference, or null. Across lines a file's count may mean its matches or the lines that they cover. */
export function compareFiles(
  expected: GrepRow["files"],
  found: FoundFiles | string,
): string | null {
  if (typeof found === "string") return found;
  const counts = readCounts(found.counted);
  const lines = readLines(found.shown);
  const names = new Set([...Object.keys(expected).map(plainName), ...counts.keys()]);
  for (const [name, want] of Object.entries(expected)) {
    const path = plainName(name);
    const numbers = lines.get(path) ?? [];
    const isRight =
      typeof want === "number"
        ? counts.get(path) === want || numbers.length === want
        : want.length === numbers.length && want.every((line, index) => line === numbers[index]);
    if (!isRight) return `${path}: ${JSON.stringify(want)} expected, lines ${numbers.slice(0, 10)}`;
    names.delete(path);
  }
  const [more] = names;
  return more === undefined ? null : `${more}: not expected`;
}

function plainName(name: string): string {
  return name.replace(/^\.\//, "");
}

function readCounts(text: string): ReadonlyMap<string, number> {
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const at = line.lastIndexOf(": ");
        return [line.slice(0, at), Number(line.slice(at + 2))];
      }),
  );
}

function readLines(text: string): ReadonlyMap<string, readonly number[]> {
  const files = new Map<string, number[]>();
  for (const block of text.split("\n\n")) {
    const [path = "", ...rest] = block.split("\n");
    files.set(
      path,
      rest.map((line) => Number(/^\d+/.exec(line)?.[0])),
    );
  }
  return files;
}
