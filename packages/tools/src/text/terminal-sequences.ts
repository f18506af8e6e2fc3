// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with one.
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** The text without colours, cursor moves, titles and links of terminals. */
export function withoutSequences(text: string): string {
  return text.replace(SEQUENCE, "");
}
