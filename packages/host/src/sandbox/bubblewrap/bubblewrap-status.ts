import type { SandboxStatus } from "@toolplane/contract";

/** What bubblewrap, the filter and the session's holder hold together. */
export function bubblewrapStatus(version: string): SandboxStatus {
  return {
    kind: "bubblewrap",
    version,
    level: "bound",
    facts: {
      holdsFiles: true,
      holdsNetwork: true,
      filtersSystemCalls: true,
      asksAboutHosts: true,
      boundsProcesses: true,
      landsChanges: false,
      endsWholeTree: true,
    },
  };
}
