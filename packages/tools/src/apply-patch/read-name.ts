/**
 * File names of diffs. Git writes names with unusual bytes in quotes, as C does; the octal bytes are UTF-8. One leading
 * `a/` or `b/` is the diff's and not the name's.
 */

const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/** A name and what follows it, or null when it is badly quoted. Unquoted names take the whole text. */
export function readName(text: string): { readonly name: string; readonly rest: string } | null {
  if (!text.startsWith('"')) return { name: text, rest: "" };
  const bytes: number[] = [];
  for (let index = 1; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '"') {
      const name = decodeUtf8(bytes);
      return name === null ? null : { name, rest: text.slice(index + 1) };
    }
    if (sign !== "\\") {
      const point = String.fromCodePoint(text.codePointAt(index) ?? 0);
      bytes.push(...new TextEncoder().encode(point));
      index += point.length - 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(index + 1))?.[0];
    const byte = octal === undefined ? SIMPLE[text.charAt(index + 1)] : Number.parseInt(octal, 8);
    if (byte === undefined) return null;
    bytes.push(byte);
    index += octal === undefined ? 1 : 3;
  }
  return null;
}

/** The name without the diff's own first folder. */
export function stripPrefix(name: string): string {
  return /^[ab]\//.test(name) ? name.slice(2) : name;
}

function decodeUtf8(bytes: readonly number[]): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return null;
  }
}
