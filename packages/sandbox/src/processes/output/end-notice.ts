/** Adds a notice to a command's output when something other than itself ended it, or the disk took no more of it. */
import { appendFileSync, statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Whichever came first. */
export type Cause = "itself" | "timeout" | "cancelled" | "rules" | "flood" | "bound";

export interface EndNotice {
  /** The bound on what it may print. */
  readonly maxBytes: number;
  /** The other bound that it passed, or the rule that ended it. */
  readonly why: string | null;
  readonly onView: boolean;
  readonly spool: string;
}

export function endNotice(cause: Cause, end: EndNotice): string {
  return causeNotice(cause, end) + fullNotice(end.spool);
}

/** Says in the output itself which bound ended a process. */
export function tellOver(spool: string, why: string): void {
  try {
    appendFileSync(spool, `\n[The process was ended: ${why}.]\n`);
  } catch {
    // The disk is full; that it was ended is known all the same.
  }
}

function causeNotice(cause: Cause, { maxBytes, why, onView }: EndNotice): string {
  if (cause === "flood")
    return `\n[The command was ended: it printed more than ${maxBytes} bytes.]\n`;
  if (cause === "rules") return `\n[The process was ended: ${why}]\n`;
  if (cause === "bound" && !onView) return `\n[The process was ended: ${why}.]\n`;
  if (cause === "bound")
    return `\n[The command was ended, and nothing of it landed: ${why ?? "it changed too much"}]\n`;
  return "";
}

/** Less free than this, and what it printed may not have been taken. */
const FULL_BYTES = 65_536;

/** A command that meets a full disk cannot even say so: its words go to that disk. */
function fullNotice(spool: string): string {
  try {
    const { bavail, bsize } = statfsSync(dirname(spool));
    if (bavail * bsize >= FULL_BYTES) return "";
    return "\n[No space is left on the disk that takes output and changes: what it printed may be missing here.]\n";
  } catch {
    return "";
  }
}
