/**
 * Shows matching lines by file: the path once, then `12:text` for a match and `13-text` for its surroundings.
 * Surroundings that overlap are shown once, and a gap between them is marked, as grep does.
 */
import type { SearchHit } from "@toolplane/contract";
import { type SearchedPlace, showPath } from "../search/show-path.ts";

/** The hits in words; they come in the order of files and lines. */
export function showHits(
  hits: readonly SearchHit[],
  options: { readonly place: SearchedPlace; readonly context: number },
): string {
  const files = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const known = files.get(hit.path);
    if (known === undefined) files.set(hit.path, [hit]);
    else known.push(hit);
  }
  return [...files]
    .map(([path, found]) => `${showPath(path, options.place)}\n${showFile(found, options.context)}`)
    .join("\n\n");
}

interface ShownLine {
  readonly text: string;
  readonly match: boolean;
}

function showFile(hits: readonly SearchHit[], context: number): string {
  const lines = new Map<number, ShownLine>();
  const put = (line: number, text: string, match: boolean) => {
    if (match || !lines.has(line)) lines.set(line, { text, match });
  };
  for (const { line, text, before = [], after = [] } of hits) {
    const own = text.split("\n");
    for (const [index, part] of own.entries()) put(line + index, part, true);
    for (const [index, part] of before.entries()) put(line - before.length + index, part, false);
    for (const [index, part] of after.entries()) put(line + own.length + index, part, false);
  }
  const shown: string[] = [];
  let last: number | null = null;
  for (const number of [...lines.keys()].sort((left, right) => left - right)) {
    if (context > 0 && last !== null && number > last + 1) shown.push("--");
    const { text, match } = lines.get(number) as ShownLine;
    shown.push(`${number}${match ? ":" : "-"}${text}`);
    last = number;
  }
  return shown.join("\n");
}
