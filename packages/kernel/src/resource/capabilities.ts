import type { Capability } from "@toolplane/contract";
import { KINDS } from "./kinds.ts";

/** The capabilities that a permission can name, in the order of the table; every other permission is a tool id, a prefix of tool ids, or `*`. */
export const CAPABILITIES: readonly Capability[] = Object.keys(KINDS).filter(isCapability);

/** True for a permission that names a capability. */
export function isCapability(permission: string): permission is Capability {
  return Object.hasOwn(KINDS, permission) && KINDS[permission as Capability].isPermission;
}
