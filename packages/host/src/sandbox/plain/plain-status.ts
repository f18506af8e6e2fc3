import type { SandboxStatus } from "@toolplane/contract";
import type { ViewFault } from "../../view/root-fault.ts";

/** What namespaces, mounts and the session's holder hold without a filter on system calls; with a fault, without views. */
export function plainStatus(version: string, views: boolean, fault?: ViewFault): SandboxStatus {
  return {
    kind: "util-linux",
    version,
    level: views ? "plain" : "bound",
    facts: {
      holdsFiles: true,
      holdsNetwork: true,
      filtersSystemCalls: false,
      asksAboutHosts: true,
      boundsProcesses: true,
      landsChanges: views,
      endsWholeTree: true,
    },
    ...fault,
  };
}
