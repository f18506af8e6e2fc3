const MARK = /^[ \t]*(?:#\[cfg\(test\)\]|#\[test\]|if \(import\.meta\.vitest\b)/m;

/** The part of a source file that holds its tests, where it has some; null: it has none. */
export function testTail(text: string | null): string | null {
  const at = text === null ? -1 : text.search(MARK);
  return text === null || at < 0 ? null : text.slice(at);
}
