/** How often each construct occurred, and in which lines: a construct that never ran was never tested. */
import { CONSTRUCTS, type Construct, type Section } from "./constructs.ts";
import { constructsIn, type Tree } from "./line-tree.ts";
import { tagsInside } from "./planted-faults.ts";
import type { LineRun } from "./read-log.ts";

/** Lines that hold the construct: all, and those of which each thing is true. */
interface ConstructCounts {
  lines: number;
  parsed: number;
  /** The line spawned something. */
  spawned: number;
  /** A command written inside the construct was spawned. */
  inside: number;
  /** The line spawned something and was allowed. */
  allowed: number;
}

export type ConstructTable = Map<Construct, ConstructCounts>;

/** An empty table with a row for every construct. */
export function createConstructTable(): ConstructTable {
  const row = (): ConstructCounts => ({ lines: 0, parsed: 0, spawned: 0, inside: 0, allowed: 0 });
  const names: readonly Construct[] = Object.values(CONSTRUCTS).flat();
  return new Map(names.map((name) => [name, row()]));
}

export function countLine(
  table: ConstructTable,
  line: { readonly tree: Tree; readonly run: LineRun; readonly allowed: boolean },
): void {
  const { spawned, outcome } = line.run;
  const words = new Set(spawned.flatMap(({ argv }) => argv));
  for (const construct of constructsIn(line.tree)) {
    const row = table.get(construct);
    if (!row) continue;
    row.lines += 1;
    if (outcome === "parsed") row.parsed += 1;
    if (spawned.length === 0) continue;
    row.spawned += 1;
    if (line.allowed) row.allowed += 1;
    const tags = tagsInside(line.tree, new Set([construct]));
    if ([...tags].some((tag) => words.has(tag))) row.inside += 1;
  }
}

const COLUMNS = ["lines", "parsed", "spawned", "inside", "allowed"] as const;

/** The table as text, one construct a line. */
export function formatConstructs(table: ConstructTable): string {
  const cells = (name: string, row: readonly (string | number)[]): string =>
    name.padEnd(30) + row.map((cell) => String(cell).padStart(9)).join("");
  return (Object.keys(CONSTRUCTS) as Section[])
    .flatMap((section) => [
      cells(section, COLUMNS),
      ...CONSTRUCTS[section].map((name) =>
        cells(
          `  ${name}`,
          COLUMNS.map((column) => table.get(name)?.[column] ?? 0),
        ),
      ),
    ])
    .join("\n");
}
