import type { Question } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

/** A run below a run below a run: deeper than agents nest. */
const MOST_ABOVE = 20;

/**
 * The run to go on with once a question is answered: the outermost above the one that asks; null where none waits for it. One that is
 * suspended does, and one that was at work does when its process is gone.
 */
export async function keptRunOf(
  { sessionId }: Question,
  isGone: boolean,
  { runs }: Pick<Store, "runs">,
): Promise<string | null> {
  let [run = null] = await runs.list({ sessionId, limit: 1 });
  if (!run || !(run.status === "suspended" || (run.status === "working" && isGone))) return null;
  for (let above = 0; run?.parentId && above < MOST_ABOVE; above += 1)
    run = await runs.get(run.parentId);
  return run?.id ?? null;
}
