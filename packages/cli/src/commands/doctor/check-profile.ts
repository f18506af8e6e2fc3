/** The profile that a person chose, and the settings that come from it. */
import { SETTING_NAMES, type Settings } from "@toolplane/library/rooms/settings";
import type { Check } from "./finding.ts";

const name = "Profile";

export function checkProfile(settings: Settings): Check {
  return async () => {
    const { profile, origins } = settings;
    const chosen = SETTING_NAMES.filter((setting) => origins[setting].layer === "profile").map(
      (setting) => `${setting} ${valueText(settings[setting])}`,
    );
    return {
      name,
      state: "fine",
      text: `${profile}: the defaults of that document hold`,
      lines: [`It sets ${chosen.join(", ")}. What you set yourself goes before it.`],
    };
  };
}

function valueText(value: unknown): string {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}
