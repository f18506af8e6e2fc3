/** What all tools together may ever touch, for whoever is about to trust a project that rules over them. */
import { isConfigurationError, type RequirementSet } from "@toolplane/contract";
import { openCatalog } from "../../../product/open-catalog.ts";
import { readSettings, type SettingsSource } from "../../../settings/read-settings.ts";

/** Null when the settings cannot be used: every other command says why, and a project can be looked at all the same. */
export async function readAgentReach({
  terminal: _,
  ...source
}: SettingsSource): Promise<RequirementSet | null> {
  try {
    return openCatalog(await readSettings(source)).kernel.requires();
  } catch (error) {
    if (isConfigurationError(error)) return null;
    throw error;
  }
}
