/**
 * Masks secrets in everything of a call that leaves the kernel: once, although events, intent and record each need it.
 * The footprint and the verdict that calls share are masked once for all of them.
 */
import type { Footprint, JsonObject, JudgeName, Verdict } from "@toolplane/contract";
import type { CallView } from "./call-view.ts";

/** A call whose name may be shown. */
export type NamedCall = CallView<{ reads: "name" | "tool"; session: "redactor" }>;

/** A call that is shown or kept. */
export type MaskedCall = CallView<{
  reads: "args" | "footprint" | "shared" | "verdict";
  writes: "maskedArgs" | "maskedFootprint";
  session: "redactor" | "cleanRules";
}>;

/** The name. A registered tool's is no secret; any other text is whatever the model wrote. */
export function maskedName({ name, tool, session }: NamedCall): string {
  return tool ? name : session.redactor.text(name);
}

/** The arguments; null when they never became any. */
export function maskedArguments(call: MaskedCall): JsonObject | null {
  if (call.args === null) return null;
  call.maskedArgs ??= call.session.redactor.value(call.args);
  return call.maskedArgs;
}

/** The footprint; looked over once for each call. */
export function maskedFootprint(call: MaskedCall): Footprint | null {
  const { footprint, shared, session } = call;
  if (!footprint || shared?.cleanFootprint) return footprint;
  if (call.maskedFootprint === null) {
    call.maskedFootprint = session.redactor.value(footprint);
    if (shared) shared.cleanFootprint = call.maskedFootprint === footprint;
  }
  return call.maskedFootprint;
}

export function maskedVerdict(call: MaskedCall): Verdict | null {
  const { verdict, shared, session } = call;
  if (!verdict || (shared?.cleanVerdict && verdict === shared.verdict)) return verdict;
  const masked = saysNothingNew(call, verdict) ? verdict : session.redactor.value(verdict);
  if (shared && verdict === shared.verdict) shared.cleanVerdict = masked === verdict;
  return masked;
}

/** Judges whose texts are made of the footprint and of rules alone. */
const QUOTING: ReadonlySet<JudgeName> = new Set(["rules", "floor", "opaque", "reach"]);

/** Rules are looked over once a session; with a clean footprint there is nothing else that such words could give away. */
function saysNothingNew(call: MaskedCall, verdict: Verdict): boolean {
  if (!call.session.cleanRules || maskedFootprint(call) !== call.footprint) return false;
  for (const { judge } of verdict.opinions) if (!QUOTING.has(judge)) return false;
  return true;
}
