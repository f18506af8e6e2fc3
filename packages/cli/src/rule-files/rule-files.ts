/** The files of rules of a project and of a person, and what changing them means. */
import { existsSync } from "node:fs";
import { keptRules, ownRules, projectRules, writableRules } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { CliError } from "../command/cli-error.ts";
import { note, type Shown } from "../terminal/shown/shown.ts";

/** All of them that are there. */
export function ruleFiles(settings: Settings): readonly string[] {
  return [projectRules(settings), ownRules(settings), keptRules(settings)].filter(
    (file) => file !== null && existsSync(file),
  ) as string[];
}

/** The file that rules are added to. */
export function targetFile(settings: Settings, isGlobal: boolean): string {
  const file = writableRules(settings, isGlobal);
  if (file === null)
    throw new CliError("There is no project here.", {
      next: ["--global writes to your own rules."],
    });
  return file;
}

/** A project's rules count as long as they are what was trusted. */
export function trustNotes(settings: Settings, changed: readonly string[]): readonly Shown[] {
  const project = projectRules(settings);
  if (project === null || !changed.includes(project)) return [];
  return [
    note("The rules changed: only what they deny and ask about holds until you look."),
    note("Next: toolplane trust"),
  ];
}
