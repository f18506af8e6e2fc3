/** The line of a place in a text, counted from one, whatever ends the lines. */
export function lineAt(text: string, index: number): number {
  return (text.slice(0, index).match(/\r\n?|\n/g)?.length ?? 0) + 1;
}
