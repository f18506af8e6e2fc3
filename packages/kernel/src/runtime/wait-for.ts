/** Time for a tool: the host's clock, so that a test moves it, and the end of the call ends the wait. */
import { ToolError } from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { signalOf } from "../session/running-calls.ts";

/** What a timer can hold: above it some clocks fire at once. */
const LONGEST_MS = 2_147_483_647;

/** Waits; rejects with what stopped the call. */
export async function waitFor(call: CallState, ms: number): Promise<void> {
  if (!(ms >= 0 && ms <= LONGEST_MS))
    throw new ToolError("invalid_input", `A wait takes 0 to ${LONGEST_MS} ms.`);
  const signal = signalOf(call);
  signal.throwIfAborted();
  if (ms === 0) return;
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      disarm();
      reject(signal.reason as ToolError);
    };
    const disarm = call.session.host.clock.setTimer(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
