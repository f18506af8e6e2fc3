/**
 * The dearest files first, by what they cost in the last `npm test`: one that began last would run alone while every other core
 * waits for it. Of the others, and of all in a fresh clone, what starts programs goes first, while the workers are small
 * (small-workers.ts says why), and last the small tests beside the sources.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { KEPT_COSTS, readCosts } from "./costs.ts";

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const kept = readCosts(readKept(join(root, KEPT_COSTS)));
    const places = placesBySeconds(
      files.map(({ moduleId }) => relative(root, moduleId)),
      kept,
    );
    const placeOf = ({ moduleId }: TestSpecification) => places.get(relative(root, moduleId)) ?? 0;
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

/** The place of each path: equal for those of which nothing is known, but that whole-system tests come before small ones. */
export function placesBySeconds(
  paths: readonly string[],
  kept: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const known = paths
    .map((path) => ({ path, seconds: kept.get(path) ?? 0 }))
    .filter(({ seconds }) => seconds > 0)
    .sort((one, other) => other.seconds - one.seconds);
  const places = new Map(known.map(({ path }, place) => [path, place]));
  for (const path of paths)
    if (!places.has(path)) places.set(path, known.length + (path.startsWith("test/") ? 0 : 1));
  return places;
}

function readKept(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
