/**
 * Puts the options of a program on top of the profile that it names. Below this place nobody knows of profiles: what one chose
 * looks as if the program had said it.
 */
import { PROFILES, type Profile } from "@toolplane/compat";
import { ConfigurationError } from "@toolplane/contract";
import type { ToolplaneOptions } from "./toolplane-options.ts";

/** Options with a profile below them, and the profile for what is no option. */
export interface ProfiledOptions {
  readonly options: ToolplaneOptions;
  readonly profile: Profile | null;
}

/** Throws a ConfigurationError for a name that is no profile's. */
export function readProfile(given: ToolplaneOptions): ProfiledOptions {
  const name = given.profile ?? "";
  if (!Object.hasOwn(PROFILES, name))
    throw new ConfigurationError(
      "profile",
      `${name} is none; there are ${Object.keys(PROFILES).join(", ")}`,
    );
  const profile = PROFILES[name as keyof typeof PROFILES];
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const options: ToolplaneOptions = {
    ...profile.kernel,
    ...(profile.preset === null ? {} : { preset: profile.preset }),
    ...said,
    consent: { ...profile.kernel.consent, ...given.consent },
    session: { ...profile.session, ...given.session },
  };
  return { options, profile };
}
