/**
 * The names that a label gives, against those that were found. A unit carries all its readings (`timeout 60 npm test` is
 * `npm test` too), so any of them may be the labelled one; a unit inside another command's words is never too much.
 */

/** One unit with the names it goes by; null for a name that is expanded. */
export interface Found {
  readonly names: readonly (string | null)[];
  readonly from: "source" | "words";
}

export interface Comparison {
  readonly missing: readonly (string | null)[];
  readonly surplus: readonly (string | null)[];
}

export function compareNames(
  labels: readonly (string | null)[],
  found: readonly Found[],
): Comparison {
  const left = new Set(found);
  const missing: (string | null)[] = [];
  for (const label of labels) {
    const unit =
      [...left].find(({ names, from }) => from === "source" && names.includes(label)) ??
      [...left].find(({ names }) => names.includes(label));
    if (unit) left.delete(unit);
    else missing.push(label);
  }
  const surplus = [...left]
    .filter(({ from }) => from === "source")
    .map(({ names }) => names[0] ?? null);
  return { missing, surplus };
}
