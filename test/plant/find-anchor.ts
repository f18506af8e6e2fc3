/** Finds where a mistake is to be planted. Code that was moved or changed is never passed over in silence. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PlacedFault } from "./fault.ts";

/** A file, and the text it has once the mistake is planted. */
export interface Planting {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
}

/** A file's text, and the same without blanks and line ends; `at` says where each character stood. */
export interface Source {
  readonly text: string;
  readonly dense: string;
  readonly at: readonly number[];
}

/** The planting, or why there is none: the anchor must stand in exactly one place. What was read is kept in `read`. */
export function findAnchor(
  root: string,
  fault: Pick<PlacedFault, "in" | "anchor" | "replacement">,
  read: Map<string, Source> = new Map(),
): Planting | string {
  if (!existsSync(join(root, fault.in))) return moved(`${fault.in} does not exist`);
  const found = sourcesOf(root, fault.in).flatMap((file) => {
    const source = read.get(file) ?? readSource(join(root, file));
    read.set(file, source);
    return placesOf(source, fault.anchor).map((place) => ({ file, text: source.text, place }));
  });
  const [only, ...more] = found;
  if (!only) return moved(`its anchor is not in ${fault.in}`);
  if (more.length > 0)
    return moved(`its anchor stands in ${found.map(({ file }) => file).join(", ")}`);
  const { file, text, place } = only;
  return { file, text: text.slice(0, place.start) + fault.replacement + text.slice(place.end) };
}

/** Paths of tests that are no longer there: a run of nothing would notice nothing. */
export function missingTests(
  root: string,
  { tests }: Pick<PlacedFault, "tests">,
): readonly string[] {
  return tests.flat().filter((path) => !existsSync(join(root, path)));
}

function moved(what: string): string {
  return `the code moved, mend the fault: ${what}`;
}

function sourcesOf(root: string, path: string): readonly string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(?:test|fixture)\.ts$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  return { text, ...squeeze(text) };
}

function placesOf({ dense, at }: Source, anchor: string): readonly Place[] {
  const wanted = squeeze(anchor).dense;
  const places: Place[] = [];
  for (let from = dense.indexOf(wanted); from >= 0; from = dense.indexOf(wanted, from + 1)) {
    const start = at[from] as number;
    places.push({ start, end: (at[from + wanted.length - 1] as number) + 1 });
  }
  return places;
}

/** So that a formatter changes nothing. */
function squeeze(text: string): Pick<Source, "dense" | "at"> {
  let dense = "";
  const at: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character.trim() === "") continue;
    dense += character;
    at.push(index);
  }
  return { dense, at };
}
