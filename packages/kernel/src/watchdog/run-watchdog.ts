/**
 * The watchdog: a judge before every execution that can refuse or ask and can never permit what an earlier stage
 * refused. It gets its own copy of nothing: arguments are frozen already. Failing closed is the point: a throw, a late answer
 * or an answer of another shape is a refusal.
 */
import type { AgentManifest, JsonObject, Opinion } from "@toolplane/contract";
import { type Clock, withinDeadline } from "@toolplane/contract/ports";

export interface WatchdogView {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly manifest: AgentManifest | null;
  readonly sessionId: string;
}

export type WatchdogAnswer =
  | { readonly action: "allow" }
  | { readonly action: "ask"; readonly reason?: string }
  | { readonly action: "deny"; readonly reason: string };

/** A pre-execute judge of the host. */
export type Watchdog = (view: WatchdogView) => WatchdogAnswer | Promise<WatchdogAnswer>;

/** How long a watchdog may think when the host says nothing else. */
export const WATCHDOG_TIMEOUT_MS = 5_000;

/** Asks the watchdog and turns whatever comes back into an opinion. Never throws, never rejects. */
export function runWatchdog(
  watchdog: Watchdog,
  view: WatchdogView,
  options: { readonly clock: Clock; readonly timeoutMs: number },
): Opinion | Promise<Opinion> {
  try {
    const answer = watchdog(view);
    if (!isThenable(answer)) return opinionOf(answer);
    return awaitAnswer(answer, options);
  } catch {
    return denial("The watchdog failed.");
  }
}

async function awaitAnswer(
  answer: Promise<WatchdogAnswer>,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<Opinion> {
  const waited = await withinDeadline(() => answer, { clock, timeoutMs });
  if (waited.ended === "done") return opinionOf(waited.value);
  return waited.ended === "timeout"
    ? denial(`The watchdog did not answer within ${timeoutMs} ms.`)
    : denial("The watchdog failed.");
}

function opinionOf(answer: unknown): Opinion {
  if (typeof answer !== "object" || answer === null)
    return denial("The watchdog gave no usable answer.");
  const { action, reason } = answer as { readonly action?: unknown; readonly reason?: unknown };
  const text = typeof reason === "string" && reason !== "" ? reason : null;
  if (action === "allow")
    return { judge: "watchdog", action, hard: false, reason: text ?? "The watchdog lets it pass." };
  if (action === "ask")
    return {
      judge: "watchdog",
      action,
      hard: true,
      reason: text ?? "The watchdog wants a person to look.",
    };
  if (action === "deny")
    return { judge: "watchdog", action, hard: true, reason: text ?? "The watchdog refused it." };
  return denial("The watchdog gave no usable answer.");
}

function denial(reason: string): Opinion {
  return { judge: "watchdog", action: "deny", hard: true, reason };
}

function isThenable(value: unknown): value is Promise<WatchdogAnswer> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
