import type { OpenedPlaces } from "../../policy/reach/default-reach.ts";
import type { KernelOptions } from "../options/kernel-options.ts";

/** What every process is shown is no secret; who leaves the default policy out wants to be asked about that too. */
export function openedPlaces({
  host,
  localHosts = [],
  defaultPolicy,
}: KernelOptions): OpenedPlaces {
  return {
    hosts: localHosts,
    base: () => (defaultPolicy === false ? [] : (host.systemBase?.() ?? [])),
  };
}
