import type { Settings } from "./declaration/settings.ts";
import type { SettingsSource } from "./declaration/settings-source.ts";
import { readSettings } from "./read-settings.ts";

/** Reads settings whenever it is called, and tells nobody what was told when they were read first. */
export function settingsAgain(source: SettingsSource): () => Promise<Settings> {
  const { terminal: _, ...silent } = source;
  return () => readSettings(silent);
}
