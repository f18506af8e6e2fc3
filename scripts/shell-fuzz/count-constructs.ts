/** How often each construct occurred, and in which lines: a construct that never ran was never tested. */
import { CONSTRUCTS, type Construct, type Section } from "./constructs.ts";

/** Lines that hold the construct: all, those bash parsed, those that spawned something, those that were allowed. */
export interface ConstructCounts {
  lines: number;
  parsed: number;
  spawned: number;
  allowed: number;
}

export type ConstructTable = Map<Construct, ConstructCounts>;

/** An empty table with a row for every construct. */
export function createConstructTable(): ConstructTable {
  return new Map(
    Object.values(CONSTRUCTS)
      .flat()
      .map((name): [Construct, ConstructCounts] => [
        name,
        { lines: 0, parsed: 0, spawned: 0, allowed: 0 },
      ]),
  );
}

/** Counts one line. */
export function countLine(
  table: ConstructTable,
  line: {
    readonly constructs: Iterable<Construct>;
    readonly parsed: boolean;
    readonly spawned: boolean;
    readonly allowed: boolean;
  },
): void {
  for (const construct of line.constructs) {
    const row = table.get(construct);
    if (!row) continue;
    row.lines += 1;
    if (line.parsed) row.parsed += 1;
    if (line.spawned) row.spawned += 1;
    if (line.allowed && line.spawned) row.allowed += 1;
  }
}

/** The table as text, one construct a line. */
export function formatConstructs(table: ConstructTable): string {
  const cells = (row: readonly (string | number)[]): string =>
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(30) : String(cell).padStart(9))).join("");
  return (Object.keys(CONSTRUCTS) as Section[])
    .flatMap((section) => [
      cells([`${section}`, "lines", "parsed", "spawned", "allowed"]),
      ...CONSTRUCTS[section].map((name) => {
        const row = table.get(name);
        return cells([
          `  ${name}`,
          row?.lines ?? 0,
          row?.parsed ?? 0,
          row?.spawned ?? 0,
          row?.allowed ?? 0,
        ]);
      }),
    ])
    .join("\n");
}
