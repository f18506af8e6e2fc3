/**
 * Protected files of the workspace that a contained command ran against. A person who lets it run again opens them to that run;
 * what it then changes there is no part of the yes, and is asked about when it lands. Where nothing is judged at its end, they
 * stay closed.
 */
import type { FsTarget, ProcessReport, Resource } from "@toolplane/contract";
import { isBelow } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import { protectedPlaces } from "../../judge/protected-places.ts";
import { processProtection } from "../../policy/protected/protected-paths.ts";

export function protectedWalls(
  { session }: CallState,
  { likelyRefused }: Pick<ProcessReport, "likelyRefused">,
): readonly (Resource & FsTarget)[] {
  if (!session.host.sandbox.facts.landsChanges) return [];
  const roots = session.variables.workspace ?? [];
  return likelyRefused.flatMap((name) => {
    const read = name.startsWith("/") ? session.analyzer.path(name, "write") : null;
    if (!read?.ok) return [];
    const { lexical, real } = read.value;
    // A link may lead anywhere.
    const isInside = [lexical, real].every((path) => roots.some((root) => isBelow(path, root)));
    const places = { ...protectedPlaces(session, [real]), type: "file" } as const;
    if (!isInside || processProtection(real, places) === null) return [];
    return [
      { capability: "fs.write", path: lexical, real, origin: "derived", via: "operand" } as const,
    ];
  });
}
