/** The files and folders that every process is shown beside its reach; tools may therefore read them as well. */
import { join } from "node:path";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import type { Places } from "@toolplane/disk/paths";
import { configurationNames } from "../plan/mounts/configuration-names.ts";
import { SYSTEM_FACTS, SYSTEM_TREES } from "../plan/mounts/system-base.ts";
import { installationFolders } from "../probe/installation-folders.ts";

/** Looked for when it is first asked, and kept. */
export function systemBaseOf(
  places: Places,
  environment: Readonly<Record<string, string | undefined>>,
): () => readonly string[] {
  let found: readonly string[] | null = null;
  return () => {
    found ??= [
      ...SYSTEM_TREES,
      ...configurationNames().map((name) => join("/etc", name)),
      ...SYSTEM_FACTS,
      ...installationFolders({
        path: environment.PATH ?? DEFAULT_PATH,
        home: places.home,
        reserved: [...places.roots, places.userData, places.scratch],
      }),
    ];
    return found;
  };
}
