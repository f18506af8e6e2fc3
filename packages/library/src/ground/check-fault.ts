/** Finds the fault in an entry of `land.require`; one reading for files, options of a command and code. */
import { isRecord, nearestName, readFileGlob } from "@toolplane/readings";
import { readWithin } from "./read-within.ts";

export interface CheckFault {
  /** The name in the entry that is wrong; null: the entry itself. */
  readonly name: string | null;
  readonly message: string;
}

const NAMES = ["name", "run", "when", "within", "per", "keeps"] as const;
const PARTS = ["call", "turn", "run"];
const MAX_NAME_CHARS = 40;
const MAX_RUN_CHARS = 2_000;
const MAX_GLOBS = 100;

/** Null for an entry that can be used. */
export function checkFault(entry: unknown): CheckFault | null {
  if (!isRecord(entry))
    return { name: null, message: 'a check is { "name": "tests", "run": "npm test" }' };
  const stranger = Object.keys(entry).find((name) => !NAMES.some((one) => one === name));
  if (stranger !== undefined) return strangerFault(stranger);
  const { name, run, when, within, per, keeps } = entry;
  const fault = (about: string, message: string): CheckFault => ({ name: about, message });
  if (!isLine(name, MAX_NAME_CHARS))
    return fault("name", `"name" must be one line of at most ${MAX_NAME_CHARS} characters`);
  if (!isText(run, MAX_RUN_CHARS))
    return fault("run", `"run" must be a command, such as "npm test"`);
  if (within !== undefined && readWithin(within) === null)
    return fault("within", `"within" must be a time of at most an hour, such as "90s" or "5m"`);
  if (per !== undefined && !PARTS.some((part) => part === per))
    return fault("per", `"per" must be one of ${PARTS.join(", ")}`);
  return globFault("when", when) ?? globFault("keeps", keeps);
}

function strangerFault(name: string): CheckFault {
  const near = nearestName(name, NAMES);
  const shown = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  const hint = near ? `did you mean "${near}"?` : `it has ${NAMES.join(", ")}`;
  return { name, message: `a check has no "${shown}"; ${hint}` };
}

function globFault(name: string, value: unknown): CheckFault | null {
  if (value === undefined) return null;
  const globs: readonly unknown[] = Array.isArray(value) ? value : [];
  const bad = globs.find((glob) => typeof glob !== "string" || !readFileGlob(glob).ok);
  if (globs.length > 0 && globs.length <= MAX_GLOBS && bad === undefined) return null;
  const shown = typeof bad === "string" ? `; "${bad.slice(0, MAX_NAME_CHARS)}" is none` : "";
  return { name, message: `"${name}" must be a list of globs relative to the workspace${shown}` };
}

function isLine(value: unknown, most: number): boolean {
  return isText(value, most) && !/\p{Cc}/u.test(String(value));
}

function isText(value: unknown, most: number): boolean {
  return (
    typeof value === "string" &&
    value.trim() !== "" &&
    value.length <= most &&
    value.isWellFormed() &&
    !value.includes("\0")
  );
}
