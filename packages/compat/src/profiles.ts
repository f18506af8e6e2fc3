/** The profiles by name, for a preset or a configuration file that names one. */
import type { Profile } from "./profiles/profile.ts";
import { s0Profile } from "./s0/s0-profile.ts";
import { s1Profile } from "./s1/s1-profile.ts";
import { s2Profile } from "./s2/s2-profile.ts";
import { s3Profile } from "./s3/s3-profile.ts";
import { s4Profile } from "./s4/s4-profile.ts";

export const PROFILES: Readonly<Record<Profile["name"], Profile>> = Object.freeze({
  s0: s0Profile,
  s1: s1Profile,
  s2: s2Profile,
  s3: s3Profile,
  s4: s4Profile,
});
