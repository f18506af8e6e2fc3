import type { OpenedPlaces } from "../../policy/reach/default-reach.ts";
import type { KernelOptions } from "../options/kernel-options.ts";

/**
 * Opens what every process is shown anyway, which is no secret. A host that leaves the default policy out, or
 * puts rules of its own in its place, is asked about that too.
 */
export function openedPlaces({
  host,
  localHosts = [],
  defaultPolicy,
}: KernelOptions): OpenedPlaces {
  const isShown = defaultPolicy === undefined || defaultPolicy === true;
  return { hosts: localHosts, base: () => (isShown ? (host.systemBase?.() ?? []) : []) };
}
