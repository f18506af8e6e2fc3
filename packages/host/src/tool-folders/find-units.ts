/** The units of a layer's folder, in the order of their names. Names that begin with `_` or `.` are left alone. */
import { lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isToolFile, readUnit, type ToolUnit } from "./read-unit.ts";

export interface FoundUnit {
  readonly name: string;
  readonly path: string;
  /** Null when it cannot be one; then `fault` says why. */
  readonly unit: ToolUnit | null;
  readonly fault: string;
}

const MAX_UNITS = 500;

/** Lists the units of a folder; none where there is no such folder, or a link in its place. */
export function findUnits(folder: string): readonly FoundUnit[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !/^[._]/.test(name) && name !== "node_modules")
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink() || isToolFile(entry.name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return entries.slice(0, MAX_UNITS).map(({ name }) => findUnit(join(folder, name)));
}

/** Reads one unit by its path. */
export function findUnit(path: string): FoundUnit {
  const name = basename(path);
  try {
    return { name, path, unit: readUnit(path), fault: "" };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { name, path, unit: null, fault };
  }
}
