/** Gathers what protection depends on beside a path: roots, what git's configuration names, and what hidden folders hold. */
import type { Variables } from "@toolplane/contract";
import type { Analyzer, HiddenFolders } from "@toolplane/contract/ports";
import type { ProtectedPlaces } from "../policy/protected/protected-paths.ts";

type Standing = ReturnType<HiddenFolders["standingOf"]>;

/** For the paths of one question: a folder is looked at once in it. `came`: new ones that may be there already. */
export function protectedPlaces(
  { analyzer, variables }: { readonly analyzer: Analyzer; readonly variables: Variables },
  paths: readonly string[],
  came?: ReadonlySet<string>,
): ProtectedPlaces {
  const roots = variables.workspace ?? [];
  const steering = analyzer.steering?.(paths) ?? [];
  const standing = standingIn(analyzer, came);
  return standing === undefined ? { roots, steering } : { roots, steering, standing };
}

function standingIn(
  { hidden }: Analyzer,
  came?: ReadonlySet<string>,
): ((folder: string) => Standing) | undefined {
  if (hidden === undefined) return undefined;
  const known = new Map<string, Standing>();
  return (folder) => {
    const found = known.get(folder) ?? hidden.standingOf(folder, came);
    known.set(folder, found);
    return found;
  };
}
