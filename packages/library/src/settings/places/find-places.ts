/** The folders that everything else is found by. Nothing is made here. */
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import type { SettingsSource } from "../declaration/settings-source.ts";
import { type UserFolders, userFolders } from "./user-folders.ts";

export interface Places extends UserFolders {
  readonly home: string;
  /** Its real path: trust is in a place, not in a name for it. */
  readonly workspace: string;
}

/** Finds them. Throws a ConfigurationError for a workspace that is no folder. */
export function findPlaces(source: SettingsSource): Places {
  const { environment } = source;
  // A relative name, which a project could make a shell say, must not lead to the person's folders.
  const home = environment.HOME || homedir();
  for (const [name, path] of Object.entries({
    TOOLPLANE_DATA: environment.TOOLPLANE_DATA,
    TOOLPLANE_CONFIG: environment.TOOLPLANE_CONFIG,
    HOME: home,
  }))
    if (path !== undefined && !isAbsolute(path))
      throw new ConfigurationError(name, "must be an absolute path");
  return {
    ...userFolders({ environment, home, platform: process.platform }),
    home,
    workspace: findWorkspace(source),
  };
}

function findWorkspace({ arguments: words, directory, workspace }: SettingsSource): string {
  if (workspace !== undefined) return workspace;
  const named = words.text("workspace");
  const path = resolve(directory, named ?? ".");
  try {
    const real = realpathSync(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    const code = errorCode(error);
    const fault = code === "ENOENT" ? "does not exist" : `cannot be opened (${code})`;
    throw new ConfigurationError(`workspace ${named ?? path}`, fault);
  }
  throw new ConfigurationError(`workspace ${named ?? path}`, "is not a folder");
}
