import { formatBytes } from "./format-bytes.ts";
import { formatPlural } from "./format-count.ts";

/** How many views there may be, and what each may hold, for people. */
export function viewRoomText({
  held,
  most,
  mostBytes,
  mostFiles,
}: {
  readonly held: number;
  readonly most: number;
  readonly mostBytes: number;
  readonly mostFiles: number;
}): string {
  const each = `Each may hold ${formatBytes(mostBytes)} in ${formatPlural(mostFiles, "file")}.`;
  return `${held} of ${most} views are held, those of other folders and of checks among them. ${each}`;
}
