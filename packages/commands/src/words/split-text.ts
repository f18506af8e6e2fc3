/** `env -S text`: words split by blanks, quotes respected, as env itself does it. An escape or `${x}` makes it dynamic. */
import { dynamicWord, type ExpandedWord, literalWord } from "./expanded-word.ts";

export function splitText(value: ExpandedWord): readonly ExpandedWord[] {
  if (value.dynamic || value.pattern !== undefined || /[\\$#]/.test(value.text))
    return [dynamicWord(value.text)];
  const words: string[] = [];
  const pieces = /\s+|'([^']*)'|"([^"]*)"|([^\s'"]+)|(['"])/g;
  let open = false;
  for (const [piece, single, double, plain, stray] of value.text.matchAll(pieces)) {
    if (stray !== undefined) return [dynamicWord(value.text)];
    const text = single ?? double ?? plain;
    if (text === undefined) open = false;
    else if (open) words.push(`${words.pop() ?? ""}${text}`);
    else words.push(text);
    if (text !== undefined) open = true;
    if (piece === "") break;
  }
  return words.map(literalWord);
}
