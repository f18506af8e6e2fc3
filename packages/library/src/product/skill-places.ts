/** Reads the places that a person's settings name for skills. */
import { isAbsolute, join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import type { Settings } from "../settings/declaration/settings.ts";

export interface SettledPlaces {
  readonly workspace: string | null;
  readonly home: string;
  readonly userData: string;
  readonly trustProject: boolean;
  readonly paths: readonly string[];
  readonly urls: readonly string[];
}

/** Throws a ConfigurationError for a folder that is relative: to what would depend on where toolplane was started. */
export function skillPlaces(settings: Settings): SettledPlaces {
  const { workspace, home, userData, trustOnce, skillPaths, skillUrls } = settings;
  const paths = skillPaths.map((path) => {
    const whole = path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
    if (isAbsolute(whole)) return whole;
    throw new ConfigurationError("skillPaths", `${path} must be absolute or begin with ~/`);
  });
  return { workspace, home, userData, trustProject: trustOnce, paths, urls: skillUrls };
}
