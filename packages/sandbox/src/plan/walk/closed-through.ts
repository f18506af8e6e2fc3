/**
 * Names that rules close by way of a link: where `app` leads to `packages/app`, a rule about `app/secrets/**` means what lies in
 * `packages/app/secrets`. Only rules that name the link on their way are looked for; one that begins with a wildcard finds those
 * files under their own names.
 */
import { realpathSync } from "node:fs";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Walk } from "./open-walk.ts";

const MAX_ENTRIES = 2_000;

/** The closed names below a link that is open itself, as the rules write them. */
export function closedThrough(
  { reading, directories }: Pick<Walk, "reading" | "directories">,
  link: string,
): readonly string[] {
  const heads = reading.readMasks
    .map(({ shape }) => toBytePath(shape.head))
    .filter((head) => head !== link && isWithin(head, link));
  const real = heads.length === 0 ? null : realOf(link);
  if (real === null) return [];
  const closed: string[] = [];
  const folders = [{ as: link, real }];
  let looked = 0;
  for (const folder of folders) {
    const listing = directories.list(folder.real);
    looked += listing?.total ?? 0;
    if (listing === null || looked > MAX_ENTRIES) continue;
    for (const name of [...listing.files, ...listing.links, ...listing.directories]) {
      const as = below(folder.as, name);
      if (reading.level(as) === 0) closed.push(as);
      else if (
        listing.directories.includes(name) &&
        heads.some((head) => isWithin(head, as) || isWithin(as, head))
      )
        folders.push({ as, real: below(folder.real, name) });
    }
  }
  return closed;
}

function realOf(link: string): string | null {
  try {
    return realpathSync.native(toFsPath(link), "latin1");
  } catch {
    return null;
  }
}
