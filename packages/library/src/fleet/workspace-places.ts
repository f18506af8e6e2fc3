/** The workspaces of a worker: a name for each folder, as runs know them. */
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError, ToolError } from "@toolplane/contract";
import { PLACE_NAME, PLACE_NAME_WORDS } from "./git/named-commit.ts";

/** The options that name folders of a machine. */
type PlaceOption = "--folder" | "--repository";

/** From `NAME=FOLDER`, each. Throws a ConfigurationError for one that is no name, or no folder. */
export function readPlaces(
  given: readonly string[],
  { directory, option }: { readonly directory: string; readonly option: PlaceOption },
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const text of given) {
    const [name = "", folder] = text.split(/=(.*)/s);
    if (name === "" || folder === undefined || folder === "")
      throw new ConfigurationError(option, `${text} is not NAME=FOLDER`);
    if (!PLACE_NAME.test(name)) throw new ConfigurationError(option, `${name} ${PLACE_NAME_WORDS}`);
    if (places.has(name)) throw new ConfigurationError(option, `${name} is named twice`);
    places.set(
      name,
      realFolder(resolve(directory, folder.replace(FILE_URL, "")), { text, option }),
    );
  }
  return places;
}

/** A folder by its address; what an address would write otherwise is a plain path here. */
const FILE_URL = /^file:\/\/(?=\/)/;

function realFolder(
  path: string,
  { text, option }: { readonly text: string; readonly option: PlaceOption },
): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch {
    // Said below.
  }
  throw new ConfigurationError(option, `${text}: there is no such folder`);
}

export interface Places<T> {
  /** By its name, or by its folder; null: where the worker was started. */
  of(workspace: string | null): Promise<T>;
  /** All that was opened so far. */
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
