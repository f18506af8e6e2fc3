/** Stage 3: what the call is going to touch, computed once and kept. */

import type { CallRecord } from "../call/call-record.ts";
import { settle } from "../call/settle.ts";
import type { StageOutcome } from "../call/stage-outcome.ts";
import { computeFootprint } from "../footprint/compute-footprint.ts";

/** Predicts the footprint. A path or URL that cannot be one is an input error. */
export function footprint(call: CallRecord): StageOutcome {
  const { tool, args } = call;
  if (!tool || !args) return settle(call, "internal", "The call was not validated.");
  if (tool.constantFootprint) {
    call.footprint = tool.constantFootprint;
    return undefined;
  }
  const { entry } = tool;
  const outcome = computeFootprint({
    tool: entry.tool,
    named: entry.named,
    args,
    analyzer: call.session.host.analyzer,
    trustsCode: entry.bundled,
  });
  if (!outcome.ok) return settle(call, "invalid_input", `Invalid arguments: ${outcome.message}`);
  call.footprint = outcome.footprint;
  return undefined;
}
