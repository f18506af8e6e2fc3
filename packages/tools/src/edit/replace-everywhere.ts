/**
 * Replaces a short text in every place at once, where every place gets the same: nothing is looked at place by place, so that
 * millions take about as long as reading the file a few times.
 */
import { ToolError } from "@toolplane/contract";
import { MAX_RESULT_BYTES } from "../text/change-file.ts";

/** Of a longer one a file that can be edited has few places, and the engine's own search may take long. */
const MAX_OLD_CHARS = 64;
/** More would hold everything else up for seconds. */
const MAX_REPLACED = 5_000_000;

export interface ReplacedEverywhere {
  readonly text: string;
  readonly replaced: number;
  /** Where the first of them began. */
  readonly start: number;
}

/** Null when there is no place, or when its places have to be looked at one by one. */
export function replaceEverywhere(
  text: string,
  { old, next, path }: { readonly old: string; readonly next: string; readonly path: string },
): ReplacedEverywhere | null {
  // An old text that begins or ends so may lie inside a CRLF, and that is no place of it.
  const maySplit = old.startsWith("\n") || old.endsWith("\r");
  if (old.length > MAX_OLD_CHARS || (maySplit && text.includes("\r\n"))) return null;
  const start = text.indexOf(old);
  if (start === -1) return null;
  let replaced = 0;
  for (let at = start; at !== -1; at = text.indexOf(old, at + old.length)) replaced += 1;
  refuseTooMany(replaced, { most: MAX_REPLACED, path });
  refuseOversized(text.length + replaced * (next.length - old.length), replaced, path);
  return { text: text.split(old).join(next), replaced, start };
}

export function refuseTooMany(
  places: number,
  { most, path }: { readonly most: number; readonly path: string },
): void {
  if (places > most)
    throw new ToolError(
      "too_large",
      `old_string stands in more than ${most} places of ${path}. Give more of the text around it, or change the file by a command.`,
    );
}

/** Before it is put together: no memory holds what a long text in every place of a long file would be. */
export function refuseOversized(length: number, places: number, path: string): void {
  if (length > MAX_RESULT_BYTES)
    throw new ToolError(
      "too_large",
      `${path} would be larger than ${MAX_RESULT_BYTES} bytes with ${places} places replaced. Replace fewer, or by less.`,
    );
}
