/** True when the text holds an ASCII control character. A loop, because lint rightly distrusts control characters in patterns. */
export function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
