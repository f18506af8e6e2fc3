/** Letters of ASCII in lower case, and nothing else changed: names of programs are compared so. */
export function lowerAscii(text: string): string {
  if (!/[A-Z]/.test(text)) return text;
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
