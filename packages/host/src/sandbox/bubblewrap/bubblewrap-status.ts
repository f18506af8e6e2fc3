import type { SandboxStatus } from "@toolplane/contract";
import type { ViewFault } from "../../view/root-fault.ts";

/** What bubblewrap, the filter and the session's holder hold together; with a fault, without views. */
export function bubblewrapStatus(
  version: string,
  fault: ViewFault | "no-landings" = "no-landings",
): SandboxStatus {
  return statusOf(version, { landsChanges: false, ...(fault === "no-landings" ? {} : fault) });
}

/** The same where commands run on views. */
export function viewStatus(version: string): SandboxStatus {
  return statusOf(version, { landsChanges: true });
}

function statusOf(
  version: string,
  { landsChanges, ...why }: { readonly landsChanges: boolean } & Partial<ViewFault>,
): SandboxStatus {
  return {
    kind: "bubblewrap",
    version,
    level: landsChanges ? "full" : "bound",
    facts: {
      holdsFiles: true,
      holdsNetwork: true,
      filtersSystemCalls: true,
      asksAboutHosts: true,
      boundsProcesses: true,
      landsChanges,
      endsWholeTree: true,
    },
    ...why,
  };
}
