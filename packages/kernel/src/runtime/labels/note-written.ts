import type { CallView } from "../../call/call-view.ts";
import { isObject } from "./is-object.ts";

/** Folders that hold what everybody can download; of git's own only its objects. */
const LEFT_OUT = /\/(?:node_modules|\.venv|venv|__pycache__)(?:\/|$)/;
const GIT = /\/\.git(?:\/|$)/;
/** Files of one call that are looked at; more of them are one folder, or not known. */
const MAX_WRITTEN = 20_000;

/** Notes that a call writes a path. Its content is looked at when the call ends. */
export function noteWritten(call: CallView<{ writes: "wrote" }>, path: string): void {
  if (LEFT_OUT.test(path) || (GIT.test(path) && !isObject(path))) return;
  call.wrote ??= new Set();
  if (call.wrote.size < MAX_WRITTEN) call.wrote.add(path);
}
