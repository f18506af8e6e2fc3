/** Background children that waited for a person, or were cut off, go on with the run that started them. */
import type { KeptRun } from "../runs/kept-run.ts";
import type { FamilyMember } from "./family.ts";

export interface ReviveGround {
  /** Those that a run started, whatever became of them. */
  readonly below: (runId: string) => Promise<readonly KeptRun[]>;
  readonly goOn: (run: KeptRun, above: FamilyMember) => Promise<void>;
}

/** Tells the waiting model about a run that cannot go on. */
export async function reviveBackground(
  above: FamilyMember,
  { below, goOn }: ReviveGround,
): Promise<void> {
  for (const run of await below(above.runId())) {
    // What others drive needs nobody here.
    if (run.behind === undefined || run.apart !== undefined || !OPEN.has(run.status)) continue;
    try {
      await goOn(run, above);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const who = `The subagent ${run.behind}, in the background in session ${run.sessionId}`;
      above.tell(`${who}, cannot go on: ${why}`);
    }
  }
}

const OPEN: ReadonlySet<KeptRun["status"]> = new Set(["suspended", "interrupted", "ready"]);
