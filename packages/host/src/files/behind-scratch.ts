/**
 * What stands at a path below `/tmp` on this machine, where `/tmp` means scratch to a session: whoever misses a file there may mean
 * that one. Told only where no rule denies to read it.
 */
import { lstatSync, realpathSync } from "node:fs";
import { posixPath } from "@toolplane/readings";
import type { DoorGate } from "./create-door-gate.ts";
import type { FileMachine } from "./file-machine.ts";

/** The real path that the text would name; null where there is nothing to tell. */
export function behindScratch(
  { places }: Pick<FileMachine, "places">,
  gate: Pick<DoorGate, "closes">,
  { text, lexical }: { readonly text: string; readonly lexical: string },
): string | null {
  if (!places.tmpIsScratch || !posixPath.contains(places.scratch, lexical)) return null;
  const path = posixPath.normalize(text, places.roots[0] ?? "/");
  if (path === lexical || !posixPath.contains("/tmp", path)) return null;
  const { allScratch } = places;
  if (allScratch !== undefined && posixPath.contains(allScratch, path)) return null;
  try {
    lstatSync(path);
    const real = realpathSync.native(path);
    return gate.closes({ capability: "fs.read", path, real }) === null ? path : null;
  } catch {
    return null;
  }
}
