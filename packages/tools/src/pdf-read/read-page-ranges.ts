import { ToolError } from "@toolplane/contract";

/** Pages from first to last, both counted from 1 and included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Reads "3", "1-5" and "1-5,9"; "7-" goes to the end. `invalid_input` for anything else. */
export function readPageRanges(text: string): readonly PageRange[] {
  return text.split(",").map((part) => {
    const match = /^(\d{1,6})\s*(?:(-)\s*(\d{1,6})?)?$/.exec(part.trim());
    const from = Number(match?.[1] ?? 0);
    const to = match?.[2] === undefined ? from : Number(match[3] ?? Number.MAX_SAFE_INTEGER);
    if (from < 1 || to < from)
      throw new ToolError(
        "invalid_input",
        `pages: "${text.slice(0, 60)}" is no list of pages. Write "3", "1-5" or "1-5,9"; pages count from 1.`,
      );
    return { from, to };
  });
}
