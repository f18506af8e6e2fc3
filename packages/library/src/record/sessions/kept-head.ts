/** The end of the chain of sessions as one line, to be printed, signed or posted; a file may hold a line for each day. */
import type { EventRow } from "@toolplane/contract/ports";

export interface KeptHead {
  readonly sequence: number;
  readonly hash: string;
  /** When it was kept, as the line says. */
  readonly at: string;
}

const MARK = "toolplane-head";

export function keptHeadLine({ sequence, hash, at }: KeptHead): string {
  return `${MARK} ${sequence} ${hash} ${at}`;
}

/** Every head of a text, or the number of the first line that is none. Empty lines and those with a # in front say nothing. */
export function readKeptHeads(
  text: string,
): { readonly heads: readonly KeptHead[] } | { readonly badLine: number } {
  const heads: KeptHead[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const read = /^toolplane-head (\d{1,15}) ([0-9a-f]{64}) (\S+)\s*$/.exec(line);
    if (!read) return { badLine: at + 1 };
    const [, sequence = "", hash = "", when = ""] = read;
    heads.push({ sequence: Number(sequence), hash, at: when });
  }
  return { heads };
}

/** The heads that the chain does not hold any more. */
export function lostHeads(
  rows: readonly EventRow[],
  heads: readonly KeptHead[],
): readonly KeptHead[] {
  return heads.filter(({ sequence, hash }) => rows[sequence]?.hash !== hash);
}
