/** The profiles by name, in the order of their documents. */

import type { Profile, ProfileName } from "./profiles/profile.ts";
import { studProfile } from "./s0/stud-profile.ts";
import { gridaProfile } from "./s1/grida-profile.ts";
import { morphixProfile } from "./s2/morphix-profile.ts";
import { steerableProfile } from "./s3/steerable-profile.ts";
import { phiProfile } from "./s4/phi-profile.ts";

export const PROFILES: Readonly<Record<ProfileName, Profile>> = Object.freeze({
  stud: studProfile,
  grida: gridaProfile,
  morphix: morphixProfile,
  steerable: steerableProfile,
  phi: phiProfile,
});
