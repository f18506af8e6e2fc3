/** Puts a host's own options on top of a profile, for a kernel that is made by hand. */
import type { KernelOptions, SessionOptions } from "@toolplane/kernel";
import type { Profile } from "./profile.ts";

/** Options for `createKernel`: the profile's, and above them the host's. */
export function applyProfile(profile: Profile, options: KernelOptions): KernelOptions {
  const consent = { ...profile.kernel.consent, ...options.consent };
  return { ...profile.kernel, profile: profile.name, ...options, consent };
}

/** Options for `kernel.session`. */
export function sessionOptions(profile: Profile, options: SessionOptions = {}): SessionOptions {
  return { ...profile.session, ...options };
}
