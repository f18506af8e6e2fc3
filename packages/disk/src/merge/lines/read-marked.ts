import type { MergePiece, TextSides } from "./merge-lines.ts";
import { joinLines, splitLines } from "./split-lines.ts";

type Part = "agreed" | "ours" | "base" | "theirs";

/** The marker that ends a part, and the part that follows it. */
const ENDS: Readonly<Record<Part, readonly [marker: string, name: string, next: Part]>> = {
  agreed: ["<", " ours", "ours"],
  ours: ["|", " base", "base"],
  base: ["=", "", "theirs"],
  theirs: [">", " theirs", "agreed"],
};

/** The pieces of a text with conflict markers in git's form `diff3`. Null when it does not have that form. */
export function readMarked(
  marked: Uint8Array,
  { size, sides }: { readonly size: number; readonly sides: TextSides },
): readonly MergePiece[] | null {
  const pieces: Record<Part, string[]>[] = [blankPiece()];
  let part: Part = "agreed";
  let current = pieces[0] as Record<Part, string[]>;
  for (const line of splitLines(marked)) {
    const [marker, name, next]: readonly [string, string, Part] = ENDS[part];
    if (line.replace(/\r?\n$/, "") !== marker.repeat(size) + name) {
      current[part].push(line);
      continue;
    }
    part = next;
    if (part !== "agreed") continue;
    current = blankPiece();
    pieces.push(current);
  }
  if (part !== "agreed") return null;
  if (current.agreed.length === 0) takeLastLines(pieces.at(-2), sides);
  return pieces.flatMap(toPieces);
}

function blankPiece(): Record<Part, string[]> {
  return { agreed: [], ours: [], base: [], theirs: [] };
}

/** Before a marker git ends the last line of a text that had no newline there. The last hunk gets its lines as they were. */
function takeLastLines(last: Record<Part, string[]> | undefined, sides: TextSides): void {
  for (const part of ["ours", "base", "theirs"] as const) {
    const lines = last?.[part] ?? [];
    const end = splitLines(sides[part]).at(-1);
    if (lines.length > 0 && end !== undefined && !end.endsWith("\n")) lines[lines.length - 1] = end;
  }
}

function toPieces({ agreed, ours, base, theirs }: Record<Part, string[]>): readonly MergePiece[] {
  const clean: MergePiece = { kind: "agreed", bytes: joinLines(agreed) };
  if (ours.length + base.length + theirs.length === 0) return [clean];
  const sides = { base: joinLines(base), ours: joinLines(ours), theirs: joinLines(theirs) };
  return [clean, { kind: "open", ...sides }];
}
