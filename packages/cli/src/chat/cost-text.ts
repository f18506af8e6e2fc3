import type { LoopState } from "@toolplane/agent";
import { formatCount, formatPlural } from "@toolplane/readings";

/** Says what the conversation has used, and how much of the model's memory is left. */
export function costText({
  spent,
  contextTokens,
  settings,
}: Pick<LoopState, "spent" | "contextTokens" | "settings">): string {
  const { inputTokens, outputTokens, costMicros } = spent;
  const used = `Used: ${formatPlural(inputTokens, "token")} sent, ${formatCount(outputTokens)} answered`;
  const cost = costMicros === 0 ? "" : `, $${(costMicros / 1_000_000).toFixed(2)}`;
  return [`${used}${cost}.`, contextLine(contextTokens, settings.compactAt)].join("\n");
}

function contextLine(used: number, most: number | undefined): string {
  const holds = `Context: the conversation holds ${formatPlural(used, "token")}`;
  if (most === undefined) return `${holds}. How much this model takes is not known.`;
  const left = Math.max(0, Math.round(100 * (1 - used / most)));
  return `${holds}. ${left} % is left before its beginning is shortened, at ${formatCount(most)}.`;
}
