import { describeLanding, type Landing, landingOf, type ToolResult } from "@toolplane/contract";

/** Rewrites the result of a command once its changes are settled: the outcome replaces the sentence that says they wait. */
export function amendResult(result: ToolResult, landing: Landing, callId: string): ToolResult {
  const { awaits: _, ...metadata } = result.metadata;
  const before = landingOf(result);
  const now = describeLanding(landing, callId);
  const said = before === null ? null : describeLanding(before, callId);
  const told = said === null ? result : (replaced(result, said, now) as ToolResult);
  // Texts are cut and masked on their way: where the sentence is not found, the new one is added at the end.
  const whole =
    told === result || !JSON.stringify(told).includes(inner(now)) ? added(result, now) : told;
  return { ...whole, details: withLanding(whole.details, landing), metadata };
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (typeof value === "string") return value.split(from).join(to);
  if (Array.isArray(value)) return value.map((one) => replaced(one, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, replaced(one, from, to)]),
  );
}

function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function added(result: ToolResult, text: string): ToolResult {
  if (result.type === "error") return { ...result, error_text: `${result.error_text}\n[${text}]` };
  const shown = result.content ?? [
    {
      type: "text" as const,
      text: typeof result.data === "string" ? result.data : JSON.stringify(result.data),
    },
  ];
  return { ...result, content: [...shown, { type: "text", text: `[${text}]` }] };
}

function withLanding(details: unknown, landing: Landing): unknown {
  const { report, ...rest } = (details ?? {}) as { readonly report?: object };
  return report === undefined ? details : { ...rest, report: { ...report, landing } };
}
