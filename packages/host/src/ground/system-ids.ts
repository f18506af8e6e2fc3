/**
 * Ids that sort by creation across a process: milliseconds, a count within the millisecond, then 48 random bits so that two
 * processes never meet. The wall clock may step back (time servers do that); the ids then stay at the latest time seen.
 */
import { randomUUID } from "node:crypto";
import type { Ids } from "@toolplane/contract";

const TIME_DIGITS = 9;
const COUNT_DIGITS = 4;
const MOST_PER_MS = 36 ** COUNT_DIGITS;

/** Makes ids from the machine's clock and its source of randomness. */
export function createSystemIds(options: { readonly wallMs?: () => number } = {}): Ids {
  const wallMs = options.wallMs ?? Date.now;
  let timeMs = 0;
  let count = 0;
  let stamp = "";

  function advance(): void {
    const now = Math.floor(wallMs());
    count += 1;
    if (now <= timeMs && count < MOST_PER_MS) return;
    timeMs = Math.max(now, timeMs + 1);
    count = 0;
    stamp = timeMs.toString(36).padStart(TIME_DIGITS, "0");
  }

  return {
    next(prefix) {
      advance();
      return `${prefix}_${stamp}${count.toString(36).padStart(COUNT_DIGITS, "0")}${randomUUID().slice(24)}`;
    },
    nonce: () => randomUUID().replaceAll("-", ""),
    random: () => Math.random(),
  };
}
