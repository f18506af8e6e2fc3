/**
 * Ids of chat parts: `prt_`, twelve hexadecimal digits of wall time and fourteen base-62 digits, so that sorting them as
 * text gives the order of insertion. Within a millisecond, and while the clock goes back, the last fourteen count upward;
 * base 62 is written in the order of ASCII, else the text would not sort as the number does.
 */
import type { Clock, Ids } from "@toolplane/contract/ports";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Fourteen digits in two halves, for a number holds only nine whole. */
const HALF_DIGITS = 7;
const HALF = 62 ** HALF_DIGITS;
/** The upper half of the space is left free to count into. */
const FIRST_BELOW = HALF / 2;

/** Gives one id after another. */
export function createPartIds(options: {
  readonly clock: Pick<Clock, "wallMs">;
  readonly ids: Pick<Ids, "random">;
}): () => string {
  let stampMs = -1;
  let upper = 0;
  let lower = 0;
  return () => {
    const nowMs = Math.max(0, Math.floor(options.clock.wallMs()));
    if (nowMs > stampMs) {
      stampMs = nowMs;
      upper = Math.floor(options.ids.random() * FIRST_BELOW);
      lower = Math.floor(options.ids.random() * HALF);
    } else {
      lower += 1;
      if (lower === HALF) {
        lower = 0;
        upper += 1;
      }
    }
    return `prt_${stampMs.toString(16).padStart(12, "0")}${base62(upper)}${base62(lower)}`;
  };
}

function base62(value: number): string {
  let text = "";
  let left = value;
  for (let digit = 0; digit < HALF_DIGITS; digit += 1) {
    text = DIGITS.charAt(left % 62) + text;
    left = Math.floor(left / 62);
  }
  return text;
}
