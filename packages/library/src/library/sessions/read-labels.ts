/** The labels of a session as they count now: what it and its subagents read, without what a person endorsed or cleared. */
import type { FlowNote, SeenLabel } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { readEarlier } from "./read-earlier.ts";

export interface SessionLabels {
  /** The first of each label and source. */
  readonly seen: readonly SeenLabel[];
  readonly endorsed: readonly string[];
}

export async function readLabels(
  store: Pick<Store, "events" | "payloads" | "sessions">,
  sessionId: string,
): Promise<SessionLabels> {
  const { flow } = await readEarlier(store, sessionId);
  const notes = flow?.notes ?? [];
  const endorsed = new Set(notes.flatMap(endorsedBy));
  const first = new Map<string, SeenLabel>();
  for (const one of flow?.seen ?? []) {
    const key = JSON.stringify([one.label, one.source]);
    if (!endorsed.has(one.source) && !first.has(key)) first.set(key, one);
  }
  return { seen: [...first.values()], endorsed: [...endorsed] };
}

function endorsedBy(note: FlowNote): readonly string[] {
  return note.kind === "endorsed" ? [note.source] : [];
}
