/**
 * True for a text that HTTP allows as the value of a header: no line break, no control character, nothing beyond
 * Latin-1.
 */
export function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
