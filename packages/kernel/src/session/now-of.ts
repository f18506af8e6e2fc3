/** A host's clock that fails must not fail the call: whoever needs the time for anything but a decision says what counts instead. */
import type { Clock } from "@toolplane/contract/ports";

export function nowOf(clock: Pick<Clock, "nowMs">, otherwise: number): number {
  try {
    return clock.nowMs();
  } catch {
    return otherwise;
  }
}
