/**
 * Pins what a text leads to and asks the gate about it, by its lexical path and by the real place of the pinned thing. The caller
 * learns whether something exists only after the gate has answered.
 */
import { lstatSync, realpathSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { isWithin, posixPath } from "@toolplane/readings";
import type { Handle } from "../../paths/handles/open-handle.ts";
import { readPathText } from "../../paths/read-path-text.ts";
import type { FileMachine } from "../machine/file-machine.ts";
import { systemFault } from "../machine/system-fault.ts";
import { closedName } from "./closed-name.ts";
import type { DoorGate } from "./create-door-gate.ts";

/** Something that was pinned and judged. The caller closes the handle. */
export interface Judged {
  readonly lexical: string;
  /** Null when nothing is there. */
  readonly handle: Handle | null;
  /** The reason why it could not be looked at, for after the gate has spoken. */
  readonly fault: ToolError | null;
  /** A file outside that a text below `/tmp` would name, were that not scratch; null when there is none. */
  readonly behind: () => string | null;
}

/** The thing that is wanted: itself, or with everything below it when it is a directory. */
export interface JudgedRequest {
  readonly text: string;
  readonly tree?: boolean;
  /** Only that it is there is looked at. */
  readonly names?: true;
}

/** Pins and asks; throws what the gate says. */
export function openJudged(machine: FileMachine, gate: DoorGate, request: JudgedRequest): Judged {
  const { text, tree, names } = request;
  gate.goOn();
  const lexical = readPathText(text, machine.places);
  if (!lexical.ok) throw new ToolError("invalid_input", `${text}: ${lexical.message}`);
  const path = lexical.value;
  const { handle, fault } = pin(machine, text, path);
  try {
    const real = handle?.real ?? missingPlace(machine, text);
    const whole = tree === true && handle?.kind !== "file";
    const how = { ...(whole ? { tree: true } : {}), ...(names ? { names } : {}) };
    gate.enter({ capability: "fs.read", path, real, ...how });
    const closed = handle === null ? null : closedName(machine, gate, { ...handle, names });
    if (closed) throw closed;
    const behind = (): string | null => behindScratch(machine, gate, { text, lexical: path });
    return { lexical: path, handle, fault, behind };
  } catch (error) {
    handle?.close();
    throw error;
  }
}

/** Returns the handle of a thing that is there; throws `not_found` otherwise. */
export function present(text: string, { handle, fault, behind }: Judged): Handle {
  if (fault !== null) throw fault;
  if (handle !== null) return handle;
  const other = behind();
  if (other === null) throw new ToolError("not_found", `${text} does not exist`);
  const folder = posixPath.parent(other);
  throw new ToolError(
    "not_found",
    `${text} does not exist in scratch, the folder of this session alone that /tmp means here. A file of that name exists outside of it: a person opens its folder with --add-dir ${folder}, or with reach in their own configuration.`,
    { detail: { behindScratch: true } },
  );
}

function pin(machine: FileMachine, text: string, path: string): Pick<Judged, "handle" | "fault"> {
  try {
    return { handle: machine.open(path, "follow"), fault: null };
  } catch (error) {
    return { handle: null, fault: systemFault(error, text) };
  }
}

function missingPlace(machine: FileMachine, text: string): string {
  const place = machine.path(text, "read");
  if (!place.ok) throw new ToolError("invalid_input", `${text}: ${place.message}`);
  return place.value.real;
}

/**
 * Finds the file at a path below `/tmp` on this machine, where `/tmp` means scratch to a session: a caller that misses a file
 * there may mean that one. Named only where no rule denies to read it; null where there is nothing to name.
 */
function behindScratch(
  { places }: Pick<FileMachine, "places">,
  gate: Pick<DoorGate, "closes">,
  { text, lexical }: { readonly text: string; readonly lexical: string },
): string | null {
  if (!places.tmpIsScratch || !isWithin(lexical, places.scratch)) return null;
  const path = posixPath.normalize(text, places.roots[0] ?? "/");
  if (path === lexical || !isWithin(path, "/tmp")) return null;
  const { allScratch } = places;
  if (allScratch !== undefined && isWithin(path, allScratch)) return null;
  try {
    lstatSync(path);
    const real = realpathSync.native(path);
    return gate.closes({ capability: "fs.read", path, real }) === null ? path : null;
  } catch {
    return null;
  }
}
