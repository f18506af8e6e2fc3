/** Walks recorded calls again on a fresh session of the same configuration (see `record/replayer.ts` for what it promises). */
import type { IntentEntry, SettleEntry } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import { createCallState } from "../call/call-state.ts";
import { walk } from "../pipeline/walk.ts";
import type { Replayer } from "../record/replayer.ts";
import type { SessionOptions } from "./kernel-options.ts";
import { openState } from "./open-state.ts";
import { createPastSession } from "./past-session.ts";
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
  const past = createPastSession(
    openState({ ...shared, options: { ...shared.options, recorder } }, session),
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
