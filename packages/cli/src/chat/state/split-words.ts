/** Where what a model says can be cut: paragraphs that are whole go to the transcript, the rest waits for its end. */
interface SplitWords {
  readonly whole: string;
  readonly rest: string;
}

/** A longer rest is cut where it stands: a line without an end must not be read from its beginning with every piece of it. */
const MOST_REST = 8_000;

/** An open fenced block. */
interface Fence {
  readonly mark: string;
  readonly line: string;
  readonly at: number;
}

/** Cuts after the last empty line that is not inside a fenced block. */
export function splitWords(text: string): SplitWords {
  let fence: Fence | null = null;
  let at = 0;
  let cut = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = { mark, line, at };
    else if (fence !== null && mark !== undefined && isEnd(line, fence.mark)) fence = null;
    at += line.length + 1;
    if (fence === null && line.trim() === "" && at <= text.length) cut = at;
  }
  const whole = text.slice(0, cut);
  const rest = text.slice(cut);
  if (rest.length <= MOST_REST) return { whole, rest };
  const place = cutPlace(rest);
  const head = `${whole}${rest.slice(0, place)}`;
  const tail = rest.slice(place);
  if (fence === null || fence.at >= cut + place) return { whole: head, rest: tail };
  // Both halves of a block of code stay one.
  const gap = head.endsWith("\n") ? "" : "\n";
  return { whole: `${head}${gap}${fence.mark}\n`, rest: `${fence.line}\n${tail}` };
}

/** At the end of a line, else of a word, else between two characters. */
function cutPlace(text: string): number {
  const line = text.lastIndexOf("\n", MOST_REST - 1) + 1;
  const word = text.lastIndexOf(" ", MOST_REST - 1) + 1;
  // A fence that was opened again is cut behind itself, or it would never become shorter.
  const place = line > MOST_REST / 2 ? line : word > MOST_REST / 2 ? word : MOST_REST;
  const code = text.charCodeAt(place - 1);
  return code >= 0xd800 && code < 0xdc00 ? place - 1 : place;
}

function isEnd(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text.replaceAll(fence[0] ?? "", "") === "";
}
