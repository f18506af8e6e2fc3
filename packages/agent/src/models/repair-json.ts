/**
 * Mends errors of models in JSON that can mean only one thing: a comma too many, line ends inside a text, a fence
 * around it, an end that is missing. A text that could mean two things is left alone: the model gets the error and
 * sends it again.
 */

export interface RepairedJson {
  readonly text: string;
  /** The fault, in words. */
  readonly what: string;
}

/** No call of a model is longer; what is, is not looked through. */
const MOST_CHARACTERS = 1_000_000;

/** Null where it is JSON already, or where it cannot be mended. */
export function repairJson(given: string): RepairedJson | null {
  if (given.length > MOST_CHARACTERS || isJson(given)) return null;
  const faults: string[] = [];
  const unfenced = withoutFence(given);
  if (unfenced !== given.trim()) faults.push("a fence around it");
  if (isJson(unfenced)) return faults.length === 0 ? null : { text: unfenced, what: words(faults) };
  const text = mend(unfenced, faults);
  return isJson(text) && faults.length > 0 ? { text, what: words(faults) } : null;
}

function words(faults: readonly string[]): string {
  return [...new Set(faults)].join(", ");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withoutFence(text: string): string {
  const [, inner] = /^\s*```[a-z]*\n([\s\S]*?)\n?```\s*$/i.exec(text) ?? [];
  return (inner ?? text).trim();
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One pass over the text: inside a string line ends become what they mean, outside a comma before an end goes, and open ends are closed. */
function mend(text: string, faults: string[]): string {
  let mended = "";
  let isInText = false;
  const open: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (isInText) {
      if (character === "\\") {
        mended += character + (text[at + 1] ?? "");
        at += 1;
        continue;
      }
      const escaped = ESCAPES[character];
      if (escaped !== undefined) faults.push("a line end inside a text");
      mended += escaped ?? character;
      if (character === '"') isInText = false;
      continue;
    }
    if (character === '"') isInText = true;
    if (character === "{") open.push("}");
    if (character === "[") open.push("]");
    if ((character === "}" || character === "]") && open.pop() !== character) return text;
    if (character === "," && /^\s*[}\]]/.test(text.slice(at + 1, at + 200))) {
      faults.push("a comma too many");
      continue;
    }
    mended += character;
  }
  // Half a text could have gone on in any way.
  if (isInText || open.length === 0) return mended;
  faults.push("its end was missing");
  return mended.trimEnd().replace(/,$/, "") + open.reverse().join("");
}
