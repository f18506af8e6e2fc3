/**
 * Regular expressions that are no more than a few texts: letters, `(a|b)`, `\\s`, escaped marks. They match where a text begins
 * with one of them. Everything else is not guessed at.
 */
const MOST = 32;

/** The texts, or null. */
export function plainPrefixes(pattern: string): readonly string[] | null {
  const body = pattern.replace(/^\^/, "").replace(/(?:\.\*|\\b|\(\?:\\s\|\$\)|\\s\.\*)\$?$/, "");
  let found: readonly string[] = [""];
  let rest = body;
  while (rest !== "") {
    const group = /^\((?:\?:)?([\w ./:@=-]+(?:\|[\w ./:@=-]+)*)\)/.exec(rest);
    const blank = /^(?:\\s\+?| )/.exec(rest);
    const escaped = /^\\([./"$^*+?()[\]{}|\\-])/.exec(rest);
    const plain = /^[\w/:@=,-]/.exec(rest);
    const [whole, inner = ""] = group ?? blank ?? escaped ?? plain ?? [];
    if (whole === undefined || /^[*+?{]/.test(rest.slice(whole.length))) return null;
    const choices = group ? inner.split("|") : blank ? [" "] : [escaped ? inner : whole];
    found = found.flatMap((before) => choices.map((choice) => before + choice));
    if (found.length > MOST) return null;
    rest = rest.slice(whole.length);
  }
  return found.includes("") ? null : found;
}
