/** Finds the files in which rules of a project and of a person are written. */
import { dirname, join } from "node:path";
import type { Settings } from "../settings/declaration/settings.ts";
import { refuseLink } from "../settings/files/refuse-link.ts";
import { ownProjectRules } from "../settings/places/own-project-rules.ts";

export function projectRules({ workspace }: Pick<Settings, "workspace">): string | null {
  return workspace === null ? null : join(workspace, ".toolplane", "policy.jsonc");
}

export function ownRules({ configFolder }: Pick<Settings, "configFolder">): string {
  return join(configFolder, "policy.jsonc");
}

/** The file with a person's own rules for this project; null where there is none. */
export function keptRules({
  configFolder,
  workspace,
}: Pick<Settings, "configFolder" | "workspace">): string | null {
  return workspace === null ? null : ownProjectRules(configFolder, workspace);
}

/** The file to write to; null where there is no project. Throws a ConfigurationError where a link of the project leads elsewhere. */
export function writableRules(settings: Settings, isGlobal: boolean): string | null {
  const file = isGlobal ? ownRules(settings) : projectRules(settings);
  if (file !== null && !isGlobal) for (const path of [dirname(file), file]) refuseLink(path);
  return file;
}
