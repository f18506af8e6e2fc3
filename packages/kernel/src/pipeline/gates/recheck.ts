/**
 * Stage 9: a tool of a server is still the one that was judged and asked about. People take their time, hooks may too, and a
 * server may say at any moment that its tool is another now: then what was decided was decided about something else.
 */
import type { CallView } from "../../call/call-view.ts";
import { type SettlingCall, settle } from "../../call/settle.ts";
import type { StageOutcome } from "../../call/stage-outcome.ts";

type RecheckedCall = SettlingCall & CallView<{ reads: "name" | "tool" | "judged" | "replay" }>;

/** Refuses a call whose tool has changed since it was judged. Waits while the list of its server is being read. */
export function recheck(call: RecheckedCall): StageOutcome | Promise<StageOutcome> {
  const pin = call.tool?.entry.pin;
  if (!pin || call.replay) return undefined;
  const reading = pin.reading();
  return reading ? reading.then(() => compare(call)) : compare(call);
}

function compare(call: RecheckedCall): StageOutcome {
  const now = call.tool?.entry.pin?.now(call.name) ?? null;
  if (now !== null && now === call.judged) return undefined;
  const text =
    now === null
      ? `${call.name} is gone: its server does not have it any more.`
      : `${call.name} was changed by its server after this call was judged, so it is refused. Look at the tools again.`;
  return settle(call, "conflict", text);
}
