/**
 * Reads a host's clock without failing the call: a caller that needs the time for anything but a decision gives the
 * value to use instead.
 */
import type { Clock } from "@toolplane/contract/ports";

export function nowOf(clock: Pick<Clock, "nowMs">, otherwise: number): number {
  try {
    return clock.nowMs();
  } catch {
    return otherwise;
  }
}
