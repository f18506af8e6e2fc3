import type { SettingsSource } from "../settings/declaration/settings-source.ts";

/** Where settings come from, as if the program had been started in another folder. */
export function sourceIn(source: SettingsSource, folder: string): SettingsSource {
  const given = source.arguments;
  const text = (name: string) => (name === "workspace" ? undefined : given.text(name));
  return { ...source, directory: folder, arguments: { ...given, text } };
}
