import type { Redactor } from "@toolplane/contract/ports";

/** A part of a masked text: from a character of it on, at most so many. */
export interface MaskedPart {
  readonly text: string;
  /** Something follows it. */
  readonly isCut: boolean;
}

const CHUNK = 16_384;

/**
 * Masks a text as far as a part of it needs, however long it is. It is masked before it is cut: half of a secret is not known for
 * one.
 */
export function maskedPart(
  { stream }: Pick<Redactor, "stream">,
  text: string,
  { from = 0, most }: { readonly from?: number; readonly most: number },
): MaskedPart {
  const masked = stream();
  const until = from + most;
  let shown = "";
  let at = 0;
  for (; at < text.length && shown.length <= until; at += CHUNK)
    shown += masked.push(text.slice(at, at + CHUNK));
  if (shown.length <= until) shown += masked.end();
  return { text: shown.slice(from, until), isCut: shown.length > until };
}
