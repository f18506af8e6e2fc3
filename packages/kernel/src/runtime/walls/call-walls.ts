import type { Confinement, WallReader } from "@toolplane/contract";
import type { CallState } from "../../call/call-state.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import { processProtection } from "../../policy/protected/protected-paths.ts";
import { createWallReader, type WallView } from "./create-wall-reader.ts";
import { unseenReads } from "./unseen-reads.ts";

export interface CallProcess extends Pick<WallView, "runs" | "cwd" | "left"> {
  readonly confinement: Confinement;
}

/** Reads the walls that a process of this call meets, by the rules that it was started under. */
export function callWalls(
  call: CallState,
  { confinement, cwd, runs, left = [] }: CallProcess,
): WallReader {
  const { session } = call;
  return createWallReader({
    confinement,
    cwd,
    runs,
    onView: runs === "once" && session.host.sandbox.facts.landsChanges,
    policies: session.policies,
    analyzer: session.analyzer,
    roots: session.variables.workspace ?? [],
    shown: session.host.systemBase?.() ?? [],
    protection: (path) =>
      processProtection(path, { ...protectedPlaces(session, [path]), type: "file" })?.reason ??
      null,
    left,
    unseen: [...new Set(unseenReads(call).map((read) => read.path))],
  });
}
