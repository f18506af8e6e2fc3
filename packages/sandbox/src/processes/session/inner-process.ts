/**
 * Finds the holder behind the programs that put it into its namespaces: each of them has started one program only, until the
 * holder starts commands. Null where the system does not tell.
 */
import { readFileSync } from "node:fs";

/** No way into namespaces is a longer chain. */
const MAX_STEPS = 16;

export function innerProcess(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  let found = pid;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const children = childrenOf(found);
    if (children === null || children.length > 1) return null;
    const [only] = children;
    if (only === undefined) return found;
    found = only;
  }
  return null;
}

function childrenOf(pid: number): readonly number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
    return text
      .split(" ")
      .filter((word) => word.trim() !== "")
      .map(Number);
  } catch {
    return null;
  }
}
