/**
 * The folders that a page may show: the one that the console was started in, and those that sessions are recorded of. Nothing else
 * of the disk is a folder here, whatever a request names.
 */
import { existsSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import type { ConsoleFolder } from "@toolplane/contract/console";
import { sourceIn } from "@toolplane/library/rooms/product";
import { newestFirst, workspaceOf } from "@toolplane/library/rooms/record";
import type { SettingsSource } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { type FolderGround, type OpenedFolder, openFolder } from "./folder-ground.ts";

export interface Folders {
  /** The one that the console was started in. */
  readonly own: FolderGround;
  /** Throws a ToolError `not_found`. */
  at(folder: string): Promise<FolderGround>;
  /** The one that was worked in last comes first. */
  list(): Promise<readonly ConsoleFolder[]>;
  close(): Promise<void>;
}

/** Each may hold a judge. */
const MAX_OPEN = 16;
const MAX_LISTED = 100;

export function openFolders(
  source: SettingsSource,
  ground: { readonly state: State; readonly wallMs: () => number },
): Folders {
  const own = openFolder(source, ground);
  const others = new Map<string, OpenedFolder>();
  const recorded = async (): Promise<ReadonlyMap<string, number>> => {
    const counts = new Map<string, number>();
    for (const manifest of await newestFirst(ground.state.store)) {
      const folder = workspaceOf(manifest);
      if (folder !== null) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    return counts;
  };
  return {
    own: own.ground,
    async at(folder) {
      const known = others.get(folder);
      if (known) return known.ground;
      if (folder === (await own.ground.settings()).workspace) return own.ground;
      if (!(await recorded()).has(folder) || !existsSync(folder))
        throw new ToolError("not_found", "No session of this folder is recorded, or it is gone.");
      // Two requests may have come here at once.
      const opened = others.get(folder) ?? openFolder(sourceIn(source, folder), ground);
      others.set(folder, opened);
      const [oldest] = others;
      if (others.size > MAX_OPEN && oldest) {
        others.delete(oldest[0]);
        void oldest[1].close();
      }
      return opened.ground;
    },
    async list() {
      return [...(await recorded())]
        .slice(0, MAX_LISTED)
        .filter(([folder]) => existsSync(folder))
        .map(([workspace, sessions]) => ({ workspace, sessions }));
    },
    async close() {
      await Promise.all([own, ...others.values()].map((folder) => folder.close()));
    },
  };
}
