import { readHostAddress } from "@toolplane/readings";
import type { HostPattern } from "./host-pattern.ts";

/**
 * True when a rule about hosts names an address itself, in whatever spelling: decimal, octal, in brackets, by a
 * variable.
 */
export function namesAddress(hosts: readonly HostPattern[]): boolean {
  return hosts.some(
    ({ parts }) => parts?.host.kind === "exact" && readHostAddress(parts.host.name) !== null,
  );
}
