/** The note for a model about a file that it wrote into scratch: only this session sees it, and it does not last. */
import type { FileWritten } from "@toolplane/contract";

/** A property to spread into a result; nothing for a file that lies anywhere else. */
export function scratchNote(written: readonly Pick<FileWritten, "scratch">[]): {
  readonly note?: string;
} {
  if (!written.some(({ scratch }) => scratch === true)) return {};
  return {
    note: "In scratch: /tmp is a folder of this session alone, gone when the session ends. Write what should last into the workspace.",
  };
}
