/** The two folders of a person: what toolplane keeps (data), and what the person wrote (configuration). */
import { join } from "node:path";

export interface UserFolders {
  readonly userData: string;
  readonly configFolder: string;
}

/** The facts they are derived from. */
export interface UserFoldersOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** TOOLPLANE_DATA and TOOLPLANE_CONFIG win; else where the platform keeps such things. */
export function userFolders({ environment, home, platform }: UserFoldersOptions): UserFolders {
  const base = (variable: string, ...path: string[]): string => {
    const named = environment[variable];
    return join(named?.startsWith("/") ? named : join(home, ...path), "toolplane");
  };
  const isMac = platform === "darwin";
  const library = join(home, "Library", "Application Support", "toolplane");
  return {
    userData:
      environment.TOOLPLANE_DATA ?? (isMac ? library : base("XDG_DATA_HOME", ".local", "share")),
    configFolder: environment.TOOLPLANE_CONFIG ?? base("XDG_CONFIG_HOME", ".config"),
  };
}
