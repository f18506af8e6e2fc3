/** A path as a person names it: relative to where they stand, or to the workspace. */
import { resolve } from "node:path";

export function placesOf(
  typed: string,
  { directory, workspace }: { readonly directory: string; readonly workspace: string | null },
): readonly string[] {
  return [directory, ...(workspace === null ? [] : [workspace])].map((place) =>
    resolve(place, typed),
  );
}
