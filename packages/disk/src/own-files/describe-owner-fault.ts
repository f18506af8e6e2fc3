/** A file of the person's own that others can write says what others want. */
import type { Stats } from "node:fs";

const WRITABLE_BY_ALL = 0o002;

/** Describes a fault of the owner or the mode; null when there is none, and on systems without either. */
export function describeOwnerFault({ uid, mode }: Pick<Stats, "uid" | "mode">): string | null {
  const me = process.getuid?.();
  if (me === undefined) return null;
  if ((mode & WRITABLE_BY_ALL) !== 0)
    return "can be written by everybody on this machine; chmod go-w it first";
  // The superuser may use what it was pointed at; to everybody else only their own and the system's files speak.
  if (me !== 0 && uid !== me && uid !== 0)
    return "belongs to another user of this machine and is not used";
  return null;
}
