/** Splits output into records at a byte, across chunk borders. A record longer than the bound is skipped, and `skip` hears of it. */

/** Takes chunks and hands on whole records. */
export interface RecordReader {
  /** False when `take` said that was enough. */
  push(chunk: Buffer): boolean;
}

/** Makes a reader. `take` gets each record without its end. */
export function readRecords(options: {
  readonly end: number;
  readonly maxBytes: number;
  readonly take: (record: Buffer) => boolean;
  /** Called in the place of `take` for a record that is too long. */
  readonly skip: () => void;
}): RecordReader {
  const { end, maxBytes, take, skip } = options;
  let parts: Buffer[] = [];
  let length = 0;

  function add(part: Buffer): void {
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  }
  function finish(): boolean {
    const record = length > maxBytes ? null : Buffer.concat(parts);
    parts = [];
    length = 0;
    if (record !== null) return take(record);
    skip();
    return true;
  }
  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, from)) {
        const part = chunk.subarray(from, at);
        from = at + 1;
        if (length === 0 && part.length <= maxBytes) {
          if (!take(part)) return false;
          continue;
        }
        add(part);
        if (!finish()) return false;
      }
      if (from < chunk.length) add(chunk.subarray(from));
      return true;
    },
  };
}
