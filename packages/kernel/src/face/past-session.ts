/**
 * A session that stands where a recorded one stood: it has seen what that had seen, and names mean what they meant when the person
 * said them. What a name of a remote means today is not asked.
 */
import type { BoundName, FlowFacts } from "@toolplane/contract";
import type { SessionState } from "../session/session-state.ts";

export interface PastSession {
  readonly state: SessionState;
  /** Takes over what is new in these facts since the last; they come in the order of their time. */
  goTo(facts: FlowFacts): void;
}

export function createPastSession(opened: SessionState): PastSession {
  let names: readonly BoundName[] | null = null;
  let taken = 0;
  const { analyzer, flow } = opened;
  const remotes = (cwd?: string): readonly BoundName[] => names ?? analyzer.remotes?.(cwd) ?? [];
  return {
    state: { ...opened, analyzer: { ...analyzer, remotes } },
    goTo({ seen, notes }) {
      for (const note of notes.slice(taken)) {
        flow.note(note);
        if (note.kind === "said") names = note.names;
      }
      taken = notes.length;
      for (const { label, source, ...by } of seen) flow.see([{ label, source }], by);
    },
  };
}
