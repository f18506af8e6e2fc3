/** Walks recorded calls again on a fresh session of the same configuration (see `record/replay/replayer.ts` for what it promises). */
import { type BoundName, type FlowFacts, ToolError } from "@toolplane/contract";
import type { IntentEntry, SettleEntry } from "@toolplane/contract/ports";
import { createCallState } from "../call/call-state.ts";
import { walk } from "../pipeline/walk.ts";
import type { Replayer } from "../record/replay/replayer.ts";
import type { SessionState } from "../session/session-state.ts";
import { openSessionState } from "./open-session-state.ts";
import type { SessionOptions } from "./options/kernel-options.ts";
import type { Shared } from "./options/shared.ts";

/** Opens the session that the calls are walked on. Nothing it does reaches the host but its analyzer and its clock. */
export function createReplayer(shared: Shared, session: SessionOptions): Replayer {
  let told: { settle: SettleEntry | null; intent: IntentEntry | null } = {
    settle: null,
    intent: null,
  };
  const recorder = {
    intent(entry: IntentEntry): undefined {
      told.intent = entry;
    },
    settle(entry: SettleEntry): undefined {
      told.settle = entry;
    },
  };
  const past = createPastSession(
    openSessionState({ ...shared, options: { ...shared.options, recorder } }, session),
  );
  return {
    async run(call) {
      if (call.past) past.goTo(call.past);
      told = { settle: null, intent: null };
      const { callId, name, input } = call;
      const feed = { call, answersUsed: 0 };
      await walk(createCallState(past.state, { id: callId, name, arguments: input }, {}, feed));
      const { settle, intent } = told;
      if (!settle) throw new ToolError("internal", "The replayed call was not recorded.");
      return { settle, intent };
    },
  };
}

interface PastSession {
  readonly state: SessionState;
  /** Takes over what is new in these facts since the last; they come in the order of their time. */
  goTo(facts: FlowFacts): void;
}

/**
 * Opens a session in the state of a recorded one: it has seen what that had seen, and names mean what they meant when
 * the person used them. The present meaning of a remote's name is not looked up.
 */
function createPastSession(opened: SessionState): PastSession {
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
