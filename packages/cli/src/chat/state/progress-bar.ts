/** A bar of how far something is, where it can count. */
import type { ProgressFigures } from "@toolplane/contract";
import type { Paint } from "../../terminal/paint.ts";

const CELLS = 25;
const FEWEST = 8;

/** Between 0 and 1; null where the total is not known. The figures come from a stranger. */
export function partOf(figures: ProgressFigures | undefined): number | null {
  const { progress = Number.NaN, total = Number.NaN } = figures ?? {};
  const part = progress / total;
  return total > 0 && Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : null;
}

/** `64 %`; all of it only when it is all of it. */
export function percent(part: number): string {
  return `${Math.floor(part * 100)} %`;
}

/** `▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂·········  64 %`, shorter in a narrow window. */
export function progressBar(
  part: number,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const cells = Math.max(FEWEST, Math.min(CELLS, Math.floor(width / 3)));
  const done = Math.floor(part * cells);
  const [full, empty] = paint.isAscii ? (["_", "."] as const) : (["▂", "·"] as const);
  const bar = `${full.repeat(done)}${paint.style("dim", empty.repeat(cells - done))}`;
  return `${bar}  ${percent(part)}`;
}
