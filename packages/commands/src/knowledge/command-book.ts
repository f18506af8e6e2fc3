/** Finds what is known about a program by its name. Rows are compiled when they are first asked for, and kept. */
import type { Meaning, ProgramRow, WrapperRow } from "./program-row.ts";
import { PROGRAMS } from "./programs.ts";
import { WRAPPERS } from "./wrappers.ts";

/** A row with its options by name. */
export interface Compiled<Row> {
  readonly row: Row;
  readonly options: ReadonlyMap<string, Meaning>;
  /** Long names, for abbreviations. */
  readonly long: readonly string[];
}

export interface CommandBook {
  program(name: string): Compiled<ProgramRow> | undefined;
  wrapper(name: string): Compiled<WrapperRow> | undefined;
}

export function createCommandBook(): CommandBook {
  return { program: index(PROGRAMS), wrapper: index(WRAPPERS) };
}

type Row = Pick<ProgramRow, "names" | "options">;

function index<Known extends Row>(
  rows: readonly Known[],
): (name: string) => Compiled<Known> | undefined {
  const byName = new Map<string, Known>();
  for (const row of rows) for (const name of row.names.split(" ")) byName.set(name, row);
  const compiled = new Map<Known, Compiled<Known>>();
  return (name) => {
    // File systems that fold case run `/bin/RM`, and where the system's own is another, GNU's begins with a g.
    const row = [name, name.toLowerCase(), name.replace(/^g/, "")]
      .map((each) => byName.get(each))
      .find((each) => each !== undefined);
    if (row === undefined) return undefined;
    const known = compiled.get(row) ?? { row, ...compileOptions(row.options) };
    compiled.set(row, known);
    return known;
  };
}

export function compileOptions(
  given: Row["options"] = {},
): Pick<Compiled<Row>, "options" | "long"> {
  const options = new Map<string, Meaning>();
  for (const [names, meaning] of Object.entries(given))
    for (const name of names.split(" ")) options.set(name, meaning);
  return { options, long: [...options.keys()].filter((name) => name.startsWith("--")) };
}
