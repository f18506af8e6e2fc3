/** The profiles by name, in the order of their documents. */
import { gridaProfile } from "./grida-profile.ts";
import { morphixProfile } from "./morphix-profile.ts";
import { phiProfile } from "./phi-profile.ts";
import type { Profile, ProfileName } from "./profile.ts";
import { steerableProfile } from "./steerable-profile.ts";
import { studProfile } from "./stud-profile.ts";

export const PROFILES: Readonly<Record<ProfileName, Profile>> = Object.freeze({
  stud: studProfile,
  grida: gridaProfile,
  morphix: morphixProfile,
  steerable: steerableProfile,
  phi: phiProfile,
});
