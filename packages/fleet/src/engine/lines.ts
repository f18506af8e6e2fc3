/**
 * Lines: runs of one queue that need the same wait in one line, and a line is a queue of the engine. A worker listens to the lines of
 * everything that it can take, which it names when it starts: so what a run may need is bounded.
 */
import {
  type FullOrder,
  fitsOffer,
  MOST_LABELS_NEEDED,
  type WorkerOffer,
} from "@toolplane/contract/ports";

export type Line = Pick<FullOrder, "queue" | "version" | "labels">;

export function lineName({ queue, version, labels }: Line): string {
  return [queue, version, labels.join(",")].join("|");
}

/** Null for a queue that is none of ours. */
export function readLine(name: string): Line | null {
  const [queue, version, labels, ...more] = name.split("|");
  if (queue === undefined || version === undefined || labels === undefined || more.length > 0)
    return null;
  return { queue, version, labels: labels === "" ? [] : labels.split(",") };
}

/** The names of all lines that a worker can take from. */
export function linesOf(offer: WorkerOffer): string[] {
  const sets = subsets([...new Set(offer.labels)].sort(), MOST_LABELS_NEEDED);
  return offer.queues.flatMap((queue) =>
    offer.versions.flatMap((version) => sets.map((labels) => lineName({ queue, version, labels }))),
  );
}

export function isServed(line: Line, offers: readonly WorkerOffer[]): boolean {
  return offers.some((offer) => fitsOffer(line, offer));
}

function subsets(labels: readonly string[], most: number): readonly (readonly string[])[] {
  if (most === 0) return [[]];
  const larger = labels.flatMap((label, at) =>
    subsets(labels.slice(at + 1), most - 1).map((rest) => [label, ...rest]),
  );
  return [[], ...larger];
}
