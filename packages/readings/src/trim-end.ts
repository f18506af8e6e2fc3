/**
 * A text without these characters at its end. An expression such as `/x+$/` looks again from every x of a run that does not
 * end the text, which is a run times its length.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
