/** How many more brackets a text opens than it closes. */
export function countBrackets(text: string): number {
  return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
}
