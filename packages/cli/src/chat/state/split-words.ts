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
}

/** Cuts after the last empty line that is not inside a fenced block. */
export function splitWords(text: string): SplitWords {
  const { cut } = readLines(text);
  const whole = text.slice(0, cut);
  const rest = text.slice(cut);
  if (rest.length <= MOST_REST) return { whole, rest };
  const place = cutPlace(rest);
  const head = `${whole}${rest.slice(0, place)}`;
  const tail = rest.slice(place);
  const { fence } = readLines(head);
  if (fence === null) return { whole: head, rest: tail };
  // Both halves of a block of code stay one.
  const gap = head.endsWith("\n") ? "" : "\n";
  return { whole: `${head}${gap}${fence.mark}\n`, rest: `${fence.line}\n${tail}` };
}

/** The place after the last empty line outside of fenced blocks, and the block that is open at the end. */
function readLines(text: string): { readonly cut: number; readonly fence: Fence | null } {
  let fence: Fence | null = null;
  let at = 0;
  let cut = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = { mark, line };
    else if (fence !== null && mark !== undefined && isEnd(line, fence.mark)) fence = null;
    at += line.length + 1;
    if (fence === null && line.trim() === "" && at <= text.length) cut = at;
  }
  return { cut, fence };
}

/** At the end of a line, else of a word, else between two characters. */
function cutPlace(text: string): number {
  // Of what came in one large piece, what is left must be short too.
  const most = Math.max(MOST_REST, text.length - MOST_REST);
  const least = most - MOST_REST / 2;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  const word = text.lastIndexOf(" ", most - 1) + 1;
  // A fence that was opened again is cut behind itself, or it would never become shorter.
  const place = line > least ? line : word > least ? word : most;
  const code = text.charCodeAt(place - 1);
  return code >= 0xd800 && code < 0xdc00 ? place - 1 : place;
}

function isEnd(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text.replaceAll(fence[0] ?? "", "") === "";
}
