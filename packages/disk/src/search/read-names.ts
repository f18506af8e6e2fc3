/**
 * Names from output in which each ends with a NUL, across chunk borders. All whole names of a chunk are decoded at once and
 * then taken apart: of a hundred thousand names, a text made for each alone is a good part of what a listing costs.
 */

/** Takes chunks and hands on whole names. */
export interface NameReader {
  /** False when `take` said that was enough. */
  push(chunk: Buffer): boolean;
}

/** Makes a reader. A name longer than the bound is left out, and never held whole. */
export function readNames(options: {
  readonly maxBytes: number;
  readonly take: (name: string) => boolean;
}): NameReader {
  const { maxBytes, take } = options;
  /** The beginning of a name whose end is still to come. */
  let begun: Buffer[] = [];
  let length = 0;

  function hold(part: Buffer): void {
    length += part.length;
    if (length > maxBytes) begun = [];
    else if (part.length > 0) begun.push(part);
  }
  /** Null for one that was too long. */
  function endBegun(): string | null {
    const name = length > maxBytes ? null : Buffer.concat(begun).toString("utf8");
    begun = [];
    length = 0;
    return name;
  }
  return {
    push(chunk) {
      const last = chunk.lastIndexOf(0);
      let from = 0;
      if (length > 0 && last >= 0) {
        const end = chunk.indexOf(0);
        hold(chunk.subarray(0, end));
        from = end + 1;
        const name = endBegun();
        if (name !== null && !take(name)) return false;
      }
      if (last >= from)
        for (const name of chunk.toString("utf8", from, last).split("\0"))
          if (name.length <= maxBytes && !take(name)) return false;
      hold(chunk.subarray(Math.max(from, last + 1)));
      return true;
    },
  };
}
