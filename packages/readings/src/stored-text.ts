/**
 * Text as a database can keep it. Names come from models and from file systems: half a surrogate pair would come back as another
 * character and a NUL would end the text early or be refused, and then the chain would not verify. Such text, and only such, is kept as
 * JSON behind a mark.
 */
const MARK = "\u0001json:";

export function storedText(text: string): string {
  return text.isWellFormed() && !text.includes("\0") && !text.startsWith(MARK)
    ? text
    : MARK + JSON.stringify(text);
}

export function givenText(stored: string): string {
  return stored.startsWith(MARK) ? (JSON.parse(stored.slice(MARK.length)) as string) : stored;
}
