/**
 * Ids that sort by creation across a process: milliseconds, a count within the millisecond, then 48 random bits so that two
 * processes never meet. The wall clock may step back (time servers do that); the ids then stay at the latest time seen.
 */
import { randomUUID } from "node:crypto";
import type { Ids } from "@toolplane/contract/ports";

const TIME_DIGITS = 9;
const COUNT_DIGITS = 4;

/** Parts that a test replaces. */
export interface SystemIdOptions {
  readonly wallMs?: () => number;
  /** Of the count within a millisecond, to the base 36. */
  readonly countDigits?: number;
}

/** Makes ids from the machine's clock and its source of randomness. */
export function createSystemIds(options: SystemIdOptions = {}): Ids {
  const { wallMs = Date.now, countDigits = COUNT_DIGITS } = options;
  const mostPerMs = 36 ** countDigits;
  let timeMs = 0;
  let count = 0;
  let stamp = "";

  function advance(): void {
    const now = Math.floor(wallMs());
    count += 1;
    if (now <= timeMs && count < mostPerMs) return;
    timeMs = Math.max(now, timeMs + 1);
    count = 0;
    stamp = timeMs.toString(36).padStart(TIME_DIGITS, "0");
  }

  return {
    next(prefix) {
      advance();
      return `${prefix}_${stamp}${count.toString(36).padStart(countDigits, "0")}${randomUUID().slice(24)}`;
    },
    nonce: () => randomUUID().replaceAll("-", ""),
    random: () => Math.random(),
  };
}
