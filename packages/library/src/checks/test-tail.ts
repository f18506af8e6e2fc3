const MARK = /^[ \t]*(?:#\[cfg\(test\)\]|#\[test\]|if \(import\.meta\.vitest\b)/m;
/** In a file that is known to hold tests, the first of them and what decorates it. */
const TEST =
  /^(?:@.*\n)*(?:(?:async )?def test|class Test|(?:describe|suite|test|it)\b[.\w]*\(|(?:public )?func(?:tion)? test)/im;

/** The part of a source file that holds its tests, where it has some; null: it has none. */
export function testTail(
  text: string | null,
  { holdsTests = false }: { readonly holdsTests?: boolean } = {},
): string | null {
  if (text === null) return null;
  const found = [MARK, ...(holdsTests ? [TEST] : [])]
    .map((mark) => text.search(mark))
    .filter((at) => at >= 0);
  return found.length === 0 ? null : text.slice(Math.min(...found));
}
