/**
 * Applies the chunks of a V4A update. A chunk goes where its lines are, after its anchors and after the chunk before
 * it. Lines that are there exactly are taken at their first place, which is how the form is read everywhere; with
 * something ignored there must be one place only, and new lines are fitted to it or the patch is refused. As the form
 * has it, a file that was updated ends with a line break, and lines without any old ones are appended.
 */
import type { Block, BlockLine } from "../text/blocks/block.ts";
import { type BlockRung, findBlock } from "../text/blocks/find-block.ts";
import { fitBlock } from "../text/blocks/fit-block.ts";
import { type FileLine, joinLines, splitLines } from "../text/encoding/file-lines.ts";
import { firstEnding } from "../text/encoding/line-endings.ts";
import { describeHunkMiss } from "./describe-hunk-miss.ts";
import type { Chunk } from "./file-patch.ts";
import { createSearchBudget } from "./search-budget.ts";

interface Splice {
  readonly start: number;
  readonly count: number;
  /** New lines; a number is a line of the file that stays. */
  readonly lines: readonly (string | number)[];
}

const RUNGS: readonly BlockRung[] = ["trailing whitespace", "punctuation", "indentation"];

/** The text after all chunks; throws `conflict` when one does not fit. */
export function applyChunks(text: string, chunks: readonly Chunk[], path: string): string {
  if (chunks.length === 0) return text;
  const file = splitLines(text);
  const texts = file.map((line) => line.text);
  const splices: Splice[] = [];
  const spend = createSearchBudget(path);
  let cursor = 0;
  for (const [index, chunk] of chunks.entries()) {
    const miss = (reason: string, places: readonly number[] = []) =>
      describeHunkMiss(text, { path, hunk: chunk, index, places, reason });
    spend(texts.length * (chunk.anchors.length + 1));
    const after = passAnchors(texts, chunk.anchors, cursor);
    if (typeof after === "string")
      throw miss(`the line "${after.slice(0, 160)}" after @@ is not there`);
    const block = blockOf(chunk);
    if (block.old.length === 0) {
      if (chunk.anchors.length > 0)
        throw miss("it only adds lines; show an unchanged line beside them");
      splices.push({ start: texts.length, count: 0, lines: block.next.map((line) => line.text) });
      continue;
    }
    const found = place(texts, block, { from: after, atEnd: chunk.atEnd, path });
    if ("reason" in found) throw miss(found.reason, found.places);
    splices.push(found);
    cursor = found.start + found.count;
  }
  return rebuild(text, file, splices);
}

function blockOf({ lines }: Chunk): Block {
  const old: string[] = [];
  const next: BlockLine[] = [];
  for (const { kind, text } of lines) {
    if (kind !== "remove") next.push({ text, kept: kind === "context" ? old.length : null });
    if (kind !== "add") old.push(text);
  }
  return { old, next };
}

/** The line after the last anchor, or the anchor that is not there. */
function passAnchors(
  texts: readonly string[],
  anchors: readonly string[],
  from: number,
): number | string {
  let cursor = from;
  for (const anchor of anchors) {
    const rungs: readonly BlockRung[] = ["exact", ...RUNGS];
    const [at] = rungs.flatMap((rung) =>
      findBlock(texts, [anchor], { rung, from: cursor, limit: 1 }),
    );
    if (at === undefined) return anchor;
    cursor = at + 1;
  }
  return cursor;
}

interface Placing {
  readonly from: number;
  readonly atEnd: boolean;
  readonly path: string;
}

type Placed = Splice | { readonly reason: string; readonly places: readonly number[] };

function place(texts: readonly string[], block: Block, placing: Placing): Placed {
  const found = placeWhole(texts, block, placing);
  if (!("reason" in found) || block.old.at(-1) !== "") return found;
  // An empty last line of context means the line break at the end of the file.
  const last = block.next.at(-1);
  const shorter = {
    old: block.old.slice(0, -1),
    next: last?.text === "" && last.kept !== null ? block.next.slice(0, -1) : block.next,
  };
  const again = shorter.old.length === 0 ? found : placeWhole(texts, shorter, placing);
  return "reason" in again ? found : again;
}

function placeWhole(texts: readonly string[], block: Block, placing: Placing): Placed {
  const { path, atEnd } = placing;
  const from = atEnd ? Math.max(placing.from, texts.length - block.old.length) : placing.from;
  const [exact] = findBlock(texts, block.old, { rung: "exact", from, limit: 1 });
  if (exact !== undefined)
    return splice(
      block,
      exact,
      block.next.map(({ text }) => text),
    );
  for (const rung of RUNGS) {
    const places = findBlock(texts, block.old, { rung, from });
    const [start] = places;
    if (start === undefined) continue;
    if (places.length > 1)
      return { reason: `it fits in several places (ignoring ${rung})`, places };
    const fitted = fitBlock(block, { rung, file: texts, start, path });
    return fitted.ok ? splice(block, start, fitted.lines) : { reason: fitted.reason, places: [] };
  }
  return {
    reason: atEnd ? "its lines are not at the end of the file" : "its lines are not there",
    places: [],
  };
}

function splice(block: Block, start: number, lines: readonly string[]): Splice {
  const kept = lines.map((line, index) => {
    const old = block.next[index]?.kept ?? null;
    return old === null ? line : start + old;
  });
  return { start, count: block.old.length, lines: kept };
}

function rebuild(text: string, file: readonly FileLine[], splices: readonly Splice[]): string {
  const ending = firstEnding(text);
  const parts: (readonly FileLine[])[] = [];
  let done = 0;
  for (const { start, count, lines: next } of splices.toSorted(
    (one, other) => one.start - other.start,
  )) {
    parts.push(file.slice(done, start));
    parts.push(
      next.map((line) =>
        typeof line === "number" ? (file[line] as FileLine) : { text: line, ending },
      ),
    );
    done = start + count;
  }
  parts.push(file.slice(done));
  const lines = parts.flat();
  return joinLines(lines.map((line) => (line.ending === "" ? { ...line, ending } : line)));
}
