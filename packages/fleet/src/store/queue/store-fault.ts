/**
 * Turns a fault of PostgreSQL or of the way to it into the one error that leaves the store: what happened and what to do. The database
 * is named by host, port and name alone: the rest of the connection text is a secret.
 */
import { isToolError, ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";

/** By the whole code first, then by its class. */
const TEXTS: Readonly<Record<string, string>> = {
  "08": "cannot be reached: look whether it runs, and at the network between",
  "28": "does not take this login: look at the user and the password",
  "3D000": "does not exist: create it first",
  "42501":
    "does not let this login do that: let its owner grant it SELECT, INSERT, UPDATE and DELETE",
  "42P01": "lost its tables: put a copy of them back",
  "42703": "has other columns than this version knows: update toolplane on every machine",
  "25006": "only reads: name the primary",
  "53100": "is on a disk that is full: free some space there",
  "53200": "has no memory left: look at its server",
  "53300": "has no connection left: raise max_connections there, or put a pooler in front of it",
  "57014": "stopped the statement: it took longer than the server allows",
  "57": "is shutting down or starting: try again",
  "58": "could not read or write its files: look at its disk",
  XX: "has an internal fault: look at its log",
};

const UNREACHABLE = TEXTS["08"] as string;
const SYSTEM = /^E[A-Z]+$/;

/** From whatever was thrown. A ToolError passes as it is. */
export function storeFault(error: unknown, place: string): ToolError {
  if (isToolError(error)) return error;
  const code = errorCode(error) ?? "";
  if (code.startsWith("54"))
    return new ToolError("too_large", "This is more than the store keeps in one row.", {
      cause: error,
    });
  if (isOneCallersFault(error))
    return new ToolError("invalid_input", "A value is missing or is nothing that a store keeps.", {
      cause: error,
    });
  const text = TEXTS[code] ?? TEXTS[code.slice(0, 2)] ?? textWithoutCode(error, code);
  return new ToolError("unavailable", `The database ${place} ${text}.`, { cause: error });
}

/** True when it is about what one caller handed in, and nothing is wrong with the store. */
export function isOneCallersFault(error: unknown): boolean {
  const code = errorCode(error) ?? "";
  return /^(22|23|54)/.test(code) || (error instanceof TypeError && code === "");
}

/** True when the statement was undone and can be made again at once. */
export function isUndone(error: unknown): boolean {
  const code = errorCode(error) ?? "";
  // A deadlock, a serialization failure, and the sign of a statement of ours that it lost a race.
  return code === "40P01" || code === "40001" || code === LOST_RACE;
}

/** Division by zero: how a statement undoes itself. */
const LOST_RACE = "22012";

/** True when there was no connection, so nothing was sent, and there may be one in a moment. */
export function isNotYet(error: unknown): boolean {
  const code = errorCode(error) ?? "";
  return /^(ECONNREFUSED|ECONNRESET|ENOENT|57P03|53300)$/.test(code);
}

function textWithoutCode(error: unknown, code: string): string {
  const text = error instanceof Error ? error.message : "";
  if (/timeout/i.test(text)) return "did not answer in time: look at its load, and try again";
  if (SYSTEM.test(code) || /terminated|closed|ended/i.test(text)) return UNREACHABLE;
  return "could not be used: look at its log";
}
