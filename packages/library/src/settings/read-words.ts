/** The two layers of words: environment variables by the table's names, and `--set name=value`. */
import { ConfigurationError, type Json } from "@toolplane/contract";
import { nearestName } from "@toolplane/readings";
import { readSettingText } from "./declaration/read-setting-text.ts";
import { SETTING_NAMES, SETTINGS } from "./declaration/setting-table.ts";
import type { SettingName, SettingOrigin } from "./declaration/settings.ts";
import type { SettingsSource } from "./declaration/settings-source.ts";

export interface SetValue {
  readonly name: SettingName;
  readonly value: Json;
  readonly origin: SettingOrigin;
}

/** Reads the settings of the environment. An empty variable says nothing. */
export function readEnvironment(environment: SettingsSource["environment"]): readonly SetValue[] {
  return SETTING_NAMES.flatMap((name) => {
    const { variable, kind } = SETTINGS[name];
    const text = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || text === undefined || text === "") return [];
    const value = readSettingText(kind, text, variable);
    return [{ name, value, origin: { layer: "environment", name: variable } as const }];
  });
}

/** Reads the settings of `--set`; the last one of a name wins. */
export function readFlags(words: SettingsSource["arguments"]): readonly SetValue[] {
  return words.list("set").map((word) => {
    const [typed = "", ...rest] = word.split("=");
    const origin = { layer: "flag", name: `--set ${typed}` } as const;
    if (rest.length === 0)
      throw new ConfigurationError("--set", `needs NAME=VALUE, such as --set mode=ask`);
    if (!Object.hasOwn(SETTINGS, typed)) {
      const near = nearestName(typed, SETTING_NAMES);
      throw new ConfigurationError(
        "--set",
        `there is no setting ${JSON.stringify(typed)}; ${near ? `did you mean ${near}?` : `there are ${SETTING_NAMES.join(", ")}`}`,
      );
    }
    const name = typed as SettingName;
    return {
      name,
      value: readSettingText(SETTINGS[name].kind, rest.join("="), `--set ${name}`),
      origin,
    };
  });
}
