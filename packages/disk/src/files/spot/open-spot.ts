/**
 * A spot is a name in a pinned directory: the only thing that is ever changed. The directory is opened and asked for its real
 * place. Everything after that goes through its descriptor, so that a link swapped in on the way changes nothing. When the
 * directory is not where the path led a moment ago, or a link is where none was, someone is swapping names: the way is read
 * again, a few times, and then the operation is refused.
 */
import { mkdirSync, rmdirSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { errorCode, posixPath } from "@toolplane/readings";
import type { Handle, OpenHandle } from "../../paths/handles/open-handle.ts";
import { readPathText } from "../../paths/read-path-text.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import { systemFault } from "../machine/system-fault.ts";

const MAX_ATTEMPTS = 10;

/** A name in a pinned directory. `parent` is null while the directory is still to be made. */
export interface Spot {
  /** As the caller gave it, for error texts. */
  readonly text: string;
  readonly lexical: string;
  readonly real: string;
  readonly name: string;
  readonly parent: Handle | null;
  /** The thing at the spot; null when there is none. */
  readonly node: Handle | null;
  close(): void;
}

/** The meaning of a link at the end of the path: the thing it leads to, or itself. */
export type LastLink = "follow" | "keep";

/** Opens the spot that a text names. Throws `invalid_input` for a text that cannot be a path. */
export function openSpot(machine: FileMachine, text: string, last: LastLink): Spot {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { lexical, real } = whereTo(machine, text, last);
    if (real === "/") throw new ToolError("invalid_input", `${text} is the root of all files`);
    const spot = tryOpen(machine.open, { text, lexical, real, name: posixPath.name(real) }, last);
    if (spot !== null) return spot;
  }
  throw new ToolError("conflict", `${text} keeps changing while it is opened: try again`);
}

/** Opens a spot by its real path; `conflict` when a link is on the way now. */
export function openRealSpot(machine: FileMachine, real: string): Spot {
  const names = { text: real, lexical: real, real, name: posixPath.name(real) };
  const resolved = machine.path(posixPath.parent(real), "write");
  const spot =
    resolved.ok && resolved.value.real === posixPath.parent(real)
      ? tryOpen(machine.open, names, "keep")
      : null;
  if (spot === null) throw new ToolError("conflict", `${real} is reached another way than before`);
  return spot;
}

/** Directories that were made for a change. */
export interface MadeParents {
  readonly parent: Handle;
  /** Lets go of their handles. */
  done(): void;
  /** Takes them away again, as far as they are empty. */
  undo(): void;
}

/** Makes the directories on the way to a spot, each in the pinned one above it. */
export function makeParents(open: OpenHandle, spot: Spot): MadeParents {
  const wanted = posixPath.parent(spot.real);
  const made: { readonly parent: Handle; readonly name: string }[] = [];
  const opened: Handle[] = [];
  const done = () => {
    for (const handle of opened.splice(0)) handle.close();
  };
  const undo = () => {
    for (const { parent, name } of made.splice(0).reverse()) tryRemoveDirectory(parent.child(name));
    done();
  };
  try {
    let at = nearestDirectory(open, wanted, spot.text);
    opened.push(at);
    while (at.real !== wanted) {
      const name = posixPath.below(at.real, wanted).split("/")[0] ?? "";
      mkdirSync(at.child(name), { mode: 0o777 });
      made.push({ parent: at, name });
      const next = open(at.child(name), "keep");
      if (next !== null) opened.push(next);
      if (next?.kind !== "directory" || next.real !== posixPath.join(at.real, name))
        throw new ToolError("conflict", `${spot.text} was changed while its directory was made`);
      at = next;
    }
    return { parent: at, done, undo };
  } catch (error) {
    undo();
    throw systemFault(error, spot.text);
  }
}

function whereTo(machine: FileMachine, text: string, last: LastLink) {
  if (last === "follow") {
    const place = machine.path(text, "write");
    if (!place.ok) throw new ToolError("invalid_input", `${text}: ${place.message}`);
    return place.value;
  }
  const lexical = readPathText(text, machine.places);
  if (!lexical.ok) throw new ToolError("invalid_input", `${text}: ${lexical.message}`);
  const parent = machine.path(posixPath.parent(lexical.value), "write");
  if (!parent.ok) throw new ToolError("invalid_input", `${text}: ${parent.message}`);
  const real = posixPath.join(parent.value.real, posixPath.name(lexical.value));
  return { lexical: lexical.value, real };
}

function tryOpen(
  open: OpenHandle,
  at: Pick<Spot, "text" | "lexical" | "real" | "name">,
  last: LastLink,
): Spot | null {
  const opened: Handle[] = [];
  const close = () => {
    for (const handle of opened.splice(0)) handle.close();
  };
  try {
    const parent = open(posixPath.parent(at.real), "keep");
    if (parent === null) return { ...at, parent: null, node: null, close };
    opened.push(parent);
    if (parent.kind === "file") throw Object.assign(new RangeError("file"), { code: "ENOTDIR" });
    const node = open(parent.child(at.name), "keep");
    if (node !== null) opened.push(node);
    const straight =
      parent.kind === "directory" &&
      parent.real === posixPath.parent(at.real) &&
      (node === null || node.real === at.real) &&
      (node?.kind !== "link" || last === "keep");
    if (straight) return { ...at, parent, node, close };
    close();
    return null;
  } catch (error) {
    close();
    // A thing that the system will not let us look at is not there yet for this call: the gate speaks first.
    if (errorCode(error) === "EACCES") return { ...at, parent: null, node: null, close };
    throw systemFault(error, at.text);
  }
}

function nearestDirectory(open: OpenHandle, path: string, text: string): Handle {
  for (let at = path; ; at = posixPath.parent(at)) {
    const handle = open(at, "keep");
    if (handle === null && at !== "/") continue;
    if (handle?.kind === "directory" && handle.real === at) return handle;
    handle?.close();
    throw new ToolError("conflict", `${text} cannot be made: a name on its way is no directory`);
  }
}

function tryRemoveDirectory(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Someone put something into it meanwhile: then it stays.
  }
}
