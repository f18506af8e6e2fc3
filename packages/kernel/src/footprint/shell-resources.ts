/**
 * A parsed command line as resources: every simple command, then its redirects, operands and destinations, then what was not
 * understood. The order is stable, so equal commands have equal footprints.
 */
import type { Resource } from "@toolplane/contract";
import type { ShellAnalysis } from "@toolplane/contract/ports";

/** Turns an analysis into resources. `offset` numbers the units after those of an earlier argument. */
export function shellResources(
  analysis: ShellAnalysis,
  place: { readonly argument?: string; readonly offset: number },
): readonly Resource[] {
  const named = place.argument === undefined ? {} : { argument: place.argument };
  const units = analysis.units.map(
    (unit, index): Resource => ({
      capability: "shell.run",
      unit,
      origin: "direct",
      via: "unit",
      unitIndex: place.offset + index,
      ...named,
    }),
  );
  const touched = analysis.resources.map(
    (resource): Resource => ({
      ...resource,
      ...(resource.unitIndex === undefined ? {} : { unitIndex: place.offset + resource.unitIndex }),
      ...named,
    }),
  );
  const opaque = analysis.opaque.map(
    (part): Resource => ({
      capability: "opaque",
      of: "shell.run",
      text: part.text,
      reason: part.reason,
      ...(part.unreadProgram ? { unreadProgram: true as const } : {}),
      origin: "direct",
      via: "unit",
      ...named,
    }),
  );
  return [...units, ...touched, ...opaque];
}
