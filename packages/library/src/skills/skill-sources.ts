/**
 * Lists the places of skills, in the order in which they count: the project (from the workspace up to the root of its
 * repository), the person's home, what the program brings, folders and addresses of the configuration.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SkillSource } from "@toolplane/agent";
import { ConfigurationError } from "@toolplane/contract";
import { realPath } from "@toolplane/disk/ground";

/** The places that skills may come from. */
export interface SkillPlaces {
  /** Null: no project. */
  readonly workspace: string | null;
  /** Null: nothing of the person's. */
  readonly home: string | null;
  readonly bundled?: readonly string[];
  readonly paths?: readonly string[];
  readonly urls?: readonly string[];
}

const FOLDERS: readonly string[] = [".agents/skills", ".claude/skills"];
/** Each is fetched before anything else begins. */
const MAX_URLS = 20;
/** No repository is nested deeper. */
const MAX_LEVELS = 32;

export function skillSources(places: SkillPlaces): readonly SkillSource[] {
  const { workspace, home, bundled = [], paths = [], urls = [] } = places;
  if (urls.length > MAX_URLS)
    throw new ConfigurationError("skills", `may name ${MAX_URLS} addresses at the most`);
  const levels = workspace === null ? [] : projectFolders(workspace, home);
  const root = levels.at(-1) ?? "";
  const below = (folder: string) => FOLDERS.map((name) => join(folder, name));
  const whole = (origin: "bundled" | "path") => (folder: string) =>
    ({ origin, folder: resolve(folder), within: resolve(folder) }) as const;
  return [
    ...levels
      .flatMap(below)
      .map((folder) => ({ origin: "project", folder, within: root }) as const),
    ...(home === null ? [] : below(home)).map(
      (folder) => ({ origin: "user", folder, within: home as string }) as const,
    ),
    ...bundled.map(whole("bundled")),
    ...paths.map(whole("path")),
    ...urls.map((address) => ({ origin: "url", address }) as const),
  ];
}

/** The workspace and the folders above it up to the repository's root; only the workspace where there is no repository. */
function projectFolders(workspace: string, home: string | null): readonly string[] {
  const own = home === null ? null : realPath(home);
  const folders: string[] = [];
  let folder = realPath(workspace);
  // Skills in the home folder itself are the person's, not a project's.
  for (let level = 0; level < MAX_LEVELS && folder !== own; level += 1) {
    folders.push(folder);
    if (existsSync(join(folder, ".git"))) return folders;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return folders.slice(0, 1);
}
