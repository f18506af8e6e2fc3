/** The length of a text in code points. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const isPair =
      (text.charCodeAt(index) & 0xfc00) === 0xd800 &&
      (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
