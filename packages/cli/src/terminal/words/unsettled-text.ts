import { formatCount } from "@toolplane/readings";

/** Names calls that a crash cut off. Nothing is guessed, and nothing is run again. */
export function unsettledText(count: number): string {
  return count === 1
    ? "One call was started and never settled. It will not be run again by itself."
    : `${formatCount(count)} calls were started and never settled. They will not be run again by themselves.`;
}
