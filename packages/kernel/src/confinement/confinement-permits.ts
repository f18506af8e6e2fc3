import type { Confinement, FsTarget, NetTarget } from "@toolplane/contract";
import { compileConfinement } from "./compile-confinement.ts";

/** True when a confinement permits one access. For many questions about one confinement, compile it once. */
export function confinementPermits(
  confinement: Confinement,
  access: FsTarget | NetTarget,
): boolean {
  return compileConfinement(confinement).permits(access);
}
