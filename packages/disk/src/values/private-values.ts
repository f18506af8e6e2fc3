/**
 * The values that a private file holds, as they would be found again elsewhere: what stands behind `=` or `:`, whole lines, words that
 * look like keys, and pieces of what is no text. Left out is what everybody's files hold: addresses without a password, names of
 * hosts, paths, and a few words of configuration.
 */
const MAX_BYTES = 1024 * 1024;
const MAX_VALUES = 500;
/** Of content that is no text, and how many pieces of it. */
const PIECE = 32;
const PIECES = 8;
const SHORTEST = 8;
/** Shorter ones count that mix letters and figures, as a password does. */
const SHORTEST_MIXED = 6;
const SHORTEST_LINE = 12;
const LONGEST = 200;

const OPEN =
  /^(?:[a-z][a-z0-9+.-]*:\/\/[^@?#\s]*|(?:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]+(?::\d+)?(?:\/[^@?#\s]*)?|[.~]?(?:\/[a-z0-9._-]+)+\/?|\d{1,9}|[^\p{L}\p{N}]*|-----.*)$/u;
const COMMON: ReadonlySet<string> = new Set(
  "development production localhost postgres postgresql username password changeme disabled enabled".split(
    " ",
  ),
);

export function privateValues(content: Buffer): readonly Buffer[] {
  const head = content.subarray(0, MAX_BYTES);
  if (head.includes(0)) return pieces(head);
  const found = new Set<string>();
  for (const line of head.toString("utf8").split(/\r?\n/)) {
    for (const value of valuesIn(line.trim()))
      if (counts(value)) found.add(value.slice(0, LONGEST));
    if (found.size >= MAX_VALUES) break;
  }
  return [...found].slice(0, MAX_VALUES).map((value) => Buffer.from(value));
}

function* valuesIn(line: string): Generator<string> {
  for (const [word] of line.matchAll(/[\w+/.~-]{10,}/g)) if (isMixed(word)) yield word;
  if (/^(?:#|\/\/ )/.test(line)) return;
  const behind = [line.indexOf("="), line.indexOf(":"), line.lastIndexOf("=")].filter(
    (at) => at > 0,
  );
  for (const at of new Set(behind)) yield bare(line.slice(at + 1));
  const password = /:\/\/[^\s/@]*:([^\s/@]+)@/.exec(line)?.[1];
  if (password !== undefined) yield password;
  if (behind.length === 0 && line.length >= SHORTEST_LINE) yield bare(line);
}

/** Without the quotes and the comma that a format puts around it. */
function bare(text: string): string {
  return text
    .trim()
    .replace(/[,;]$/, "")
    .replace(/^(["'])(.*)\1$/, "$2")
    .trim();
}

function counts(value: string): boolean {
  if (OPEN.test(value) || COMMON.has(value.toLowerCase())) return false;
  return value.length >= SHORTEST || (value.length >= SHORTEST_MIXED && isMixed(value));
}

function isMixed(value: string): boolean {
  return /\p{L}/u.test(value) && /\p{N}/u.test(value);
}

/** Taken evenly from all of it. */
function pieces(content: Buffer): readonly Buffer[] {
  if (content.length <= PIECE) return [content];
  const step = Math.max(PIECE, Math.floor((content.length - PIECE) / PIECES));
  const found: Buffer[] = [];
  for (let at = 0; at + PIECE <= content.length; at += step)
    found.push(content.subarray(at, at + PIECE));
  // A run of one byte is in every file.
  return found.filter((piece) => new Set(piece).size > PIECE / 4);
}
