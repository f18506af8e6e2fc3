/**
 * Turns a fault of SQLite or the disk into the one error that leaves the store: `unavailable`, with what happened and what to try.
 * The path is as the caller gave it; statements and values stay in the cause.
 */
import { isToolError, ToolError } from "@toolplane/contract";

/** Primary result codes of SQLite that mean something here. */
const BUSY_CODE = 5;
const LOCKED = 6;
const TOO_BIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;

const TEXTS: Readonly<Record<number, string>> = {
  3: "may not be opened: look at who owns it and its directory",
  5: "is in use by another process that did not let go in time: try again",
  6: "is in use by another process that did not let go in time: try again",
  7: "could not be used: there is no memory left",
  8: "cannot be written: look at its permissions and those of its directory",
  10: "could not be read or written: look at the disk",
  11: "is damaged: move it away, or put a copy of it back",
  13: "cannot grow: free some space on its disk",
  14: "cannot be opened: look at its permissions and those of its directory",
  26: "is not a database: name another file",
};

/** As SQLite says that another connection holds the lock. */
export const BUSY: { readonly errcode: number } = { errcode: BUSY_CODE };

/** From whatever was thrown. A ToolError passes as it is. */
export function storeFault(error: unknown, path: string): ToolError {
  if (isToolError(error)) return error;
  const code = resultCode(error);
  if (code === TOO_BIG)
    return new ToolError("too_large", "This is more than the store keeps in one row.", {
      cause: error,
    });
  if (isOneCallersFault(error))
    return new ToolError("invalid_input", "A value is missing or is nothing that a store keeps.", {
      cause: error,
    });
  const text = (code === null ? systemText(error) : TEXTS[code]) ?? "could not be used";
  return new ToolError("unavailable", `The store ${path} ${text}.`, { cause: error });
}

/** True when another connection is at it now and may be gone in a moment. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY_CODE || code === LOCKED;
}

/** True when it is about what one caller handed in, and nothing is wrong with the store. */
export function isOneCallersFault(error: unknown): boolean {
  const code = resultCode(error);
  if (code === null) return error instanceof TypeError && systemText(error) === undefined;
  return code === TOO_BIG || code === CONSTRAINT || code === MISMATCH;
}

/** The primary result code; null for what SQLite did not throw. */
function resultCode(error: unknown): number | null {
  const { errcode } = (error ?? {}) as { readonly errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : null;
}

function systemText(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") return TEXTS[13];
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return TEXTS[8];
  if (code === "EIO") return TEXTS[10];
  return undefined;
}
