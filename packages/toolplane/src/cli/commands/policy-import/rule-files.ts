/** Where rules of a project and of a person are written, and what changing them means. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { refuseLink } from "../../../settings/files/refuse-link.ts";
import { CliError } from "../../command/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export function projectRules({ workspace }: Pick<Settings, "workspace">): string | null {
  return workspace === null ? null : join(workspace, ".toolplane", "policy.jsonc");
}

/** Both files, those that are there. */
export function ruleFiles(settings: Settings): readonly string[] {
  const own = join(settings.configFolder, "policy.jsonc");
  return [projectRules(settings), own].filter(
    (file) => file !== null && existsSync(file),
  ) as string[];
}

/** The file that rules are added to. */
export function targetFile(settings: Settings, isGlobal: boolean): string {
  const file = isGlobal ? join(settings.configFolder, "policy.jsonc") : projectRules(settings);
  if (file === null)
    throw new CliError("There is no project here.", {
      next: ["--global writes to your own rules."],
    });
  if (!isGlobal) for (const path of [dirname(file), file]) refuseLink(path);
  return file;
}

/** A project's rules count as long as they are what was trusted. */
export function noteTrust(
  terminal: Terminal,
  settings: Settings,
  changed: readonly string[],
): void {
  const project = projectRules(settings);
  if (project !== null && changed.includes(project))
    terminal.note(
      "The rules changed: only what they deny and ask about holds until you look. Next: toolplane trust",
    );
}
