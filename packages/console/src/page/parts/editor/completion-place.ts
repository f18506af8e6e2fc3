/** Says what can be typed at a place of a rule file, also while it is half written: a name of a member, or the value of which one. */

export interface CompletionPlace {
  readonly kind: "name" | "value";
  /** The member whose value it is; for a name, the member whose object or list it stands in. */
  readonly of: string | null;
  /** Where what was typed of it begins, behind its quote. */
  readonly from: number;
  readonly isQuoted: boolean;
}

interface Level {
  readonly isObject: boolean;
  /** The member that this object or list is the value of. */
  readonly of: string | null;
  /** The member whose value comes next; null where a name comes next. */
  name: string | null;
}

/** Null in a comment, and where nothing fits. */
export function completionPlace(text: string, at: number): CompletionPlace | null {
  const levels: Level[] = [];
  let last: string | null = null;
  for (let index = 0; index < at; index += 1) {
    const level = levels.at(-1);
    const character = text[index];
    if (character === '"') {
      const end = endOfText(text, index);
      if (end >= at) return placeIn(level, { from: index + 1, isQuoted: true });
      last = text.slice(index + 1, end);
      index = end;
    } else if (character === "/" && (text[index + 1] === "/" || text[index + 1] === "*")) {
      const close = text[index + 1] === "/" ? "\n" : "*/";
      const end = text.indexOf(close, index + 2);
      if (end < 0 || end >= at) return null;
      index = end + close.length - 1;
    } else if (character === "{" || character === "[")
      levels.push({
        isObject: character === "{",
        of: level?.name ?? level?.of ?? null,
        name: null,
      });
    else if (character === "}" || character === "]") levels.pop();
    else if (character === ":" && level) level.name = last;
    else if (character === "," && level) level.name = null;
  }
  const typed = /[\w.*-]*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  return placeIn(levels.at(-1), { from: at - typed, isQuoted: false });
}

function placeIn(
  level: Level | undefined,
  typed: Pick<CompletionPlace, "from" | "isQuoted">,
): CompletionPlace | null {
  if (level === undefined) return null;
  const { isObject, name, of } = level;
  if (isObject && name === null) return { kind: "name", of, ...typed };
  return { kind: "value", of: isObject ? name : of, ...typed };
}

/** Past the end for a text that is not closed on its line. */
function endOfText(text: string, open: number): number {
  for (let index = open + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
    else if (text[index] === "\n") return index;
  }
  return text.length;
}
