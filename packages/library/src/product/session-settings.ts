/**
 * The settings of the folder that a session worked in: its rules are the ones that bind what is done in its name, wherever the
 * command is typed. Where that folder is gone, the person's own settings are left, as they hold for its place.
 */
import { existsSync } from "node:fs";
import type { SessionManifest } from "@toolplane/contract";
import { workspaceOf } from "../record/sessions/workspace-of.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { SettingsSource } from "../settings/declaration/settings-source.ts";
import { readSettings } from "../settings/read-settings.ts";
import { sourceIn } from "./source-in.ts";

/** Reads them; `here` are the settings of where the command was typed. */
export async function sessionSettings(
  context: SettingsSource,
  manifest: SessionManifest,
  here: Settings,
): Promise<Settings> {
  const workspace = workspaceOf(manifest);
  if (workspace === here.workspace) return here;
  if (workspace === null)
    return { ...here, workspace, policy: here.policy.filter(({ scope }) => scope !== "project") };
  const { arguments: given, environment, directory } = context;
  if (!existsSync(workspace))
    return readSettings({ environment, directory, arguments: given, workspace });
  return readSettings(sourceIn(context, workspace));
}
