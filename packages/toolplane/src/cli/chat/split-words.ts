/** Where what a model says can be cut: paragraphs that are whole go to the transcript, the rest waits for its end. */

export interface SplitWords {
  readonly whole: string;
  readonly rest: string;
}

/** Cuts after the last empty line that is not inside a fenced block. */
export function splitWords(text: string): SplitWords {
  let fence: string | null = null;
  let at = 0;
  let cut = 0;
  for (const line of text.split("\n")) {
    at += line.length + 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = mark;
    else if (fence !== null && mark !== undefined && isEnd(line, fence)) fence = null;
    else if (fence === null && line.trim() === "" && at <= text.length) cut = at;
  }
  return { whole: text.slice(0, cut), rest: text.slice(cut) };
}

function isEnd(line: string, fence: string): boolean {
  const text = line.trim();
  return text.startsWith(fence) && text.replaceAll(fence[0] ?? "", "") === "";
}
