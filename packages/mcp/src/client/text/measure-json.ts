/** Measures how large and how deep a value of JSON is, without recursion: a stranger's value may be deeper than any stack. */
export interface JsonMeasure {
  /** About as many as its text has. */
  readonly bytes: number;
  readonly depth: number;
}

/** Stops counting past the bounds: what is given then is over one of them. */
export function measureJson(
  value: unknown,
  bounds: { readonly maxBytes: number; readonly maxDepth: number },
): JsonMeasure {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  let bytes = 0;
  let depth = 0;
  for (let item = left.pop(); item; item = left.pop()) {
    depth = Math.max(depth, item.depth);
    if (depth > bounds.maxDepth || bytes > bounds.maxBytes) break;
    if (typeof item.value === "string") bytes += Buffer.byteLength(item.value) + 2;
    else if (typeof item.value !== "object" || item.value === null) bytes += 8;
    else {
      bytes += 2;
      for (const [name, inner] of Object.entries(item.value)) {
        bytes += Array.isArray(item.value) ? 1 : Buffer.byteLength(name) + 4;
        left.push({ value: inner, depth: item.depth + 1 });
      }
    }
  }
  return { bytes, depth };
}

/** No value of a server is read that is nested deeper. */
export const MAX_JSON_DEPTH = 100;
