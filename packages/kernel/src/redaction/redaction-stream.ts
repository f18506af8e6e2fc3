/**
 * Masks a text that arrives in pieces, with the same outcome as masking it whole. What comes out at once is everything that
 * later text cannot change any more; usually that is all but a few characters. Held back are: the end of the text while it
 * could be the beginning of a registered form or of a look-alike, and a private key until its last line. That is at most the
 * longest registered form (three times that for base64, which may be broken into lines) or 16,384 characters, whichever is
 * more, and an eighth of it, which is the room that spares rescanning it for every small piece.
 */
import type { RedactionStream } from "@toolplane/contract/ports";
import { LEFT_CONTEXT } from "./look-alike-search.ts";
import { maskMatches, type Walk } from "./mask-matches.ts";
import type { Found, ScanOptions } from "./match.ts";

/** Held text of this size is looked at again for every piece, however small. */
const ALWAYS_RESCAN = 1_024;

/** A stream over a scan that says how far its findings are settled. `before` is written already. */
export function createRedactionStream(
  scan: (text: string, options: ScanOptions) => Found,
  before: string,
): RedactionStream {
  /** A little text that is written already, for word borders, then what is not. */
  let held = before.slice(-LEFT_CONTEXT);
  let walk: Walk = { at: held.length, maskedTo: 0, label: "" };
  let rescanAt = 0;

  const advance = (final: boolean): string => {
    const found = scan(held, { final, from: walk.at });
    const to = final ? held.length : Math.max(walk.at, settledPlace(found));
    const masked = maskMatches(held, found.matches, { walk, to });
    const dropped = Math.max(0, to - LEFT_CONTEXT);
    held = held.slice(dropped);
    walk = {
      at: to - dropped,
      maskedTo: Math.max(0, masked.walk.maskedTo - dropped),
      label: masked.walk.label,
    };
    const waiting = held.length - walk.at;
    rescanAt = waiting < ALWAYS_RESCAN ? 0 : held.length + (waiting >> 3);
    return masked.text;
  };

  return {
    push: (chunk) => {
      held += chunk;
      return held.length < rescanAt ? "" : advance(false);
    },
    end: () => {
      const rest = advance(true);
      held = "";
      walk = { at: 0, maskedTo: 0, label: "" };
      rescanAt = 0;
      return rest;
    },
  };
}

/** Not between a match and what it was recognised by: without that it would not be found again. */
function settledPlace({ matches, settledTo }: Found): number {
  let place = settledTo;
  for (const { anchor, start } of matches.toReversed()) {
    if (anchor < place && place <= start) place = anchor;
  }
  return place;
}
