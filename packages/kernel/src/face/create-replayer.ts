/** Walks recorded calls again on a fresh session of the same configuration (see `record/replayer.ts` for what it promises). */
import type { IntentEntry, SettleEntry } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import { createCallState } from "../call/call-state.ts";
import { labelsSeen } from "../flow/labels-seen.ts";
import { walk } from "../pipeline/walk.ts";
import type { Replayer } from "../record/replayer.ts";
import type { SessionOptions } from "./kernel-options.ts";
import { openState } from "./open-state.ts";
import type { Shared } from "./shared.ts";

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
  const state = openState({ ...shared, options: { ...shared.options, recorder } }, session);
  const waiting: { readonly atMs: number; readonly see: () => void }[] = [];
  const seeAll = (untilMs: number): void => {
    while (waiting[0] !== undefined && waiting[0].atMs <= untilMs) waiting.shift()?.see();
  };
  return {
    async run(call) {
      // Calls of one response were judged before any of them had come back.
      seeAll(call.wallMs - (call.endMs - call.startMs));
      told = { settle: null, intent: null };
      const { callId, name, input } = call;
      const feed = { call, answersUsed: 0 };
      await walk(createCallState(state, { id: callId, name, arguments: input }, {}, feed));
      const { settle, intent } = told;
      const labels = settle ? labelsSeen(settle.result) : [];
      const by = { sessionId: state.manifest.sessionId, callId, tool: name, atMs: call.wallMs };
      if (labels.length > 0)
        waiting.push({ atMs: call.wallMs, see: () => state.flow.see(labels, by) });
      if (!settle) throw new ToolError("internal", "The replayed call was not recorded.");
      return { settle, intent };
    },
  };
}
