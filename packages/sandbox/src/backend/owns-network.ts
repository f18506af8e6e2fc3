import type { SandboxRequest } from "./sandbox.ts";

/** True for a command that is put into an empty network of its own instead of its session's. */
export function ownsNetwork({ confinement, sharesNetwork = false }: SandboxRequest): boolean {
  return confinement.network.access === "none" && !sharesNetwork;
}
