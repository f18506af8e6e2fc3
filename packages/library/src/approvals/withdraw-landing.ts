import type { RecordKey, Store } from "@toolplane/contract/ports";
import { toWithdrawnText } from "./answer-text.ts";
import { listWaiting } from "./list-waiting.ts";
import { createSeals } from "./seals.ts";

const MOST = 1_000;

/**
 * Takes back what a process that is gone asked about the changes of a call: they were landed or dropped by hand. A run that is kept
 * still needs its question, and takes it back itself.
 */
export async function withdrawLanding(
  callId: string,
  state: { readonly store: Pick<Store, "paused" | "runs">; readonly key: RecordKey },
): Promise<void> {
  const seals = createSeals(state.key);
  for (const { question, state: asker } of await listWaiting({ ...state, limit: MOST })) {
    if (asker !== "gone" || question.kind !== "landing" || question.callId !== callId) continue;
    const text = toWithdrawnText(question, "It was landed or dropped by hand.", seals);
    await state.store.paused.resolve(question.id, text, Date.now());
  }
}
