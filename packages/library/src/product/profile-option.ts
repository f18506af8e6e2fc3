import type { ToolplaneOptions } from "../library/options/toolplane-options.ts";
import type { Settings } from "../settings/declaration/settings.ts";

/** The profile of the settings. Leaving the default policy out leaves a profile's own rules out too. */
export function profileOption({
  profile,
  defaultPolicy,
}: Settings): Pick<ToolplaneOptions, "profile" | "defaultPolicy"> {
  return {
    ...(profile === "none" ? {} : { profile }),
    ...(defaultPolicy ? {} : { defaultPolicy }),
  };
}
