/**
 * Refuses a text that cannot be a path at all. The analyzer and the doors share it, so that a text which never
 * became a footprint never becomes an operation either.
 */
import type { Analysis } from "@toolplane/contract/ports";
import { posixPath } from "@toolplane/readings";

const MAX_PATH_BYTES = 4096;
const WINDOWS_FORM = /^(?:[A-Za-z]:(?:[\\/]|$)|\\\\|\/\/[?.]\/)/;

/** The absolute, normalized path that a text names, or why it names none. */
export function readPathText(text: string, cwd: string): Analysis<string> {
  const fault = describePathFault(text);
  return fault === null
    ? { ok: true, value: posixPath.normalize(text, cwd) }
    : { ok: false, message: fault };
}

function describePathFault(text: string): string | null {
  if (text === "") return "a path must not be empty";
  if (text.includes("\0")) return "a path must not hold a NUL character";
  if (Buffer.byteLength(text) > MAX_PATH_BYTES)
    return `a path must not be longer than ${MAX_PATH_BYTES} bytes`;
  if (WINDOWS_FORM.test(text)) return "a path of Windows (drive or UNC) means nothing here";
  return null;
}
