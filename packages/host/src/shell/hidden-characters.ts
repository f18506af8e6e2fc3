/** F3: characters that make a command look like another one. Tab and newline are what they seem. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const HIDDEN =
  /[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/** True when a text holds one. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}
