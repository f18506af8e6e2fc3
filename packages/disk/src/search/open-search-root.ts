/** Opens the place where a search begins: a pinned directory or file, judged, and below it the part that a glob narrows it to. */

import { posixPath } from "@toolplane/readings";
import { requireFile } from "../files/content/read-content.ts";
import type { DoorGate } from "../files/judged/create-door-gate.ts";
import { openJudged, present } from "../files/judged/open-judged.ts";
import type { FileMachine } from "../files/machine/file-machine.ts";
import type { Handle } from "../paths/handles/open-handle.ts";

/** The pinned root of a search. The caller closes the handle. */
export interface SearchRoot {
  readonly lexical: string;
  readonly handle: Handle;
}

/** Pins and judges: a directory with everything below it, a file alone. Throws when it is neither. */
export function openSearchRoot(
  machine: FileMachine,
  gate: DoorGate,
  text: string = ".",
): SearchRoot {
  const judged = openJudged(machine, gate, { text, tree: true });
  const handle = present(text, judged);
  try {
    if (handle.kind !== "directory") requireFile(handle, text);
    return { lexical: judged.lexical, handle };
  } catch (error) {
    handle.close();
    throw error;
  }
}

/**
 * Pins a path below the root by the names on its way, none of them a link; null when it does not stand there. This is the
 * look after: what the program opened by name counts only when the pinned thing says the same.
 */
export function openBelow(machine: FileMachine, root: SearchRoot, relative: string): Handle | null {
  const names = relative.split("/");
  if (names.some((name) => name === "" || name === "." || name === "..")) return null;
  const handle = tryOpen(machine, root.handle.child(relative));
  if (handle === null || handle.real === posixPath.join(root.handle.real, relative)) return handle;
  handle.close();
  return null;
}

/** Names where the program starts to look; null when there is no such place below the root. */
export function searchStart(machine: FileMachine, root: SearchRoot, prefix: string): string | null {
  if (prefix === "") return "./";
  if (prefix.split("/").includes(".git")) return null;
  const handle = openBelow(machine, root, prefix);
  handle?.close();
  return handle?.kind === "file" || handle?.kind === "directory" ? `./${prefix}` : null;
}

/** True when the gate lets this path below the root be read. */
export function admitsBelow(
  gate: DoorGate,
  root: SearchRoot,
  relative: string,
  shown?: { readonly names: true },
): boolean {
  const path = posixPath.join(root.lexical, relative);
  const real = posixPath.join(root.handle.real, relative);
  return gate.admits({ capability: "fs.read", path, real, ...shown });
}

function tryOpen(machine: FileMachine, path: string): Handle | null {
  try {
    return machine.open(path, "keep");
  } catch {
    return null;
  }
}
