/**
 * What leaves the kernel of a call, with secrets masked: looked over once, although events, intent and record each want it. The
 * footprint and the verdict of a tool that has only one of each are looked over once for all calls.
 */
import type { Footprint, JsonObject, Verdict } from "@toolplane/contract";
import type { CallRecord } from "./call-record.ts";

/** The arguments; null when they never became any. */
export function maskedArguments(call: CallRecord): JsonObject | null {
  if (call.args === null) return null;
  if (call.maskedFrom !== call.args) {
    call.maskedFrom = call.args;
    call.maskedArgs = call.session.redactor.value(call.args);
  }
  return call.maskedArgs;
}

/** The footprint. */
export function maskedFootprint(call: CallRecord): Footprint | null {
  const { footprint, tool, session } = call;
  if (!footprint || (tool?.cleanFootprint && footprint === tool.constantFootprint))
    return footprint;
  const masked = session.redactor.value(footprint);
  if (tool && footprint === tool.constantFootprint) tool.cleanFootprint = masked === footprint;
  return masked;
}

/** The verdict. */
export function maskedVerdict(call: CallRecord): Verdict | null {
  const { verdict, tool, session } = call;
  if (!verdict || (tool?.cleanVerdict && verdict === tool.constantVerdict)) return verdict;
  const masked = session.redactor.value(verdict);
  if (tool && verdict === tool.constantVerdict) tool.cleanVerdict = masked === verdict;
  return masked;
}
