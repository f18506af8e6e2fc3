/** The layout of lines in the bytes: where the text begins, how wide a unit is, which unit ends a line. */
export interface LineLayout {
  /** Bytes before the text: a byte order mark. */
  readonly start: number;
  readonly width: 1 | 2;
  /** For two bytes a unit: which of them is the low one. */
  readonly low: 0 | 1;
  /** Line feed, or carriage return in a file that has no line feeds. */
  readonly end: 0x0a | 0x0d;
}
