/** Gathers the facts of a view: its run, what it would change, and which of that the project changed too. */
import { type ChangeCounts, countChanges } from "@toolplane/contract";
import type { HeldView } from "@toolplane/contract/ports";
import type { ViewsGround } from "./with-views.ts";

export interface ViewFacts extends HeldView {
  /** The first words of the run that worked in it; null where none is kept. */
  readonly prompt: string | null;
  /** Null where it cannot be read now, as while its run is writing; `fault` says why. */
  readonly counts: ChangeCounts | null;
  readonly bytes: number | null;
  readonly overlaps: readonly string[];
  readonly fault: string | null;
}

export async function viewFacts(
  { views, runs }: Pick<ViewsGround, "views" | "runs">,
  view: HeldView,
): Promise<ViewFacts> {
  const [run] = await runs.list({ sessionId: view.sessionId, limit: 1 });
  const facts = { ...view, prompt: run?.prompt ?? null };
  try {
    const set = await views.show(view.id);
    const bytes = set.changes.reduce((sum, change) => sum + change.bytes, 0);
    return {
      ...facts,
      counts: countChanges(set),
      bytes,
      overlaps: await views.overlaps(view.id),
      fault: null,
    };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { ...facts, counts: null, bytes: null, overlaps: [], fault };
  }
}
