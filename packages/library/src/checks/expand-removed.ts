import type { CheckChange, CheckEffects } from "./run-check.ts";

/** A folder with more than this is left as one path. */
const MAX_PATHS = 5_000;

/** Of a removed folder a set has only the top; what lay below it may be a test. */
export async function expandRemoved(
  changes: readonly CheckChange[],
  { listNames }: Pick<CheckEffects, "listNames">,
): Promise<readonly CheckChange[]> {
  const below: CheckChange[] = [];
  const open = changes.filter(({ kind }) => kind === "removed").map(({ path }) => path);
  for (let path = open.pop(); path !== undefined && below.length < MAX_PATHS; path = open.pop())
    for (const name of await listNames(path)) {
      below.push({ path: `${path}/${name}`, kind: "removed" });
      open.push(`${path}/${name}`);
    }
  const known = new Set(changes.map(({ path }) => path));
  return below.length === 0
    ? changes
    : [...changes, ...below.filter(({ path }) => !known.has(path))];
}
