/** Puts a host's own options on top of a profile. Lists are joined, so that neither side loses a rule. */
import type { KernelOptions, SessionOptions } from "@toolplane/kernel";
import type { Profile } from "./profile.ts";

/** Options for `createKernel`: the profile's, and above them the host's. */
export function applyProfile(profile: Profile, options: KernelOptions): KernelOptions {
  const policy = [...(profile.kernel.policy ?? []), ...(options.policy ?? [])];
  return {
    ...profile.kernel,
    ...options,
    ...(policy.length > 0 ? { policy } : {}),
    profile: { ...profile.kernel.profile, ...options.profile },
  };
}

/** Options for `kernel.session`. */
export function sessionOptions(profile: Profile, options: SessionOptions = {}): SessionOptions {
  return { ...profile.session, ...options };
}
