/** The workspaces of a worker: a name for each folder, as runs know them. */
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError, ToolError } from "@toolplane/contract";

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;

/** From `NAME=FOLDER`, each. Throws a ConfigurationError for one that is no name, or no folder. */
export function readPlaces(
  given: readonly string[],
  directory: string,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const text of given) {
    const [name = "", folder] = text.split(/=(.*)/s);
    if (!NAME.test(name) || folder === undefined || folder === "")
      throw new ConfigurationError("--folder", `${text} is not NAME=FOLDER`);
    if (places.has(name)) throw new ConfigurationError("--folder", `${name} is named twice`);
    places.set(name, realFolder(resolve(directory, folder), text));
  }
  return places;
}

function realFolder(path: string, text: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Said below.
  }
  throw new ConfigurationError("--folder", `${text}: there is no such folder`);
}

export interface Places<T> {
  /** By its name, or by its folder; null: where the worker was started. */
  of(workspace: string | null): Promise<T>;
  /** What was opened so far. */
  opened(): readonly Promise<T>[];
}

/** Opens each when the first of its runs comes. */
export function createPlaces<T>(
  folders: ReadonlyMap<string, string>,
  { home, open }: { readonly home: string; readonly open: (folder: string) => Promise<T> },
): Places<T> {
  const opened = new Map<string, Promise<T>>();
  const folderOf = (workspace: string | null): string => {
    if (workspace === null || workspace === home) return home;
    const folder = folders.get(workspace);
    if (folder !== undefined) return folder;
    // A name stands for its folder and nothing else: none is looked for on the disk.
    if ([...folders.values()].includes(workspace)) return workspace;
    throw new ToolError("not_found", `This worker has no workspace ${workspace}.`);
  };
  return {
    async of(workspace) {
      const folder = folderOf(workspace);
      let there = opened.get(folder);
      if (!there) {
        there = open(folder);
        opened.set(folder, there);
        there.catch(() => opened.delete(folder));
      }
      return there;
    },
    opened: () => [...opened.values()],
  };
}
