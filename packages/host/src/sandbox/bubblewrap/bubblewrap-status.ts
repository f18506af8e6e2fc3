import type { SandboxStatus } from "@toolplane/contract";

/** What bubblewrap, the filter and the session's holder hold together. */
export function bubblewrapStatus(version: string): SandboxStatus {
  return {
    kind: "bubblewrap",
    version,
    facts: {
      holdsFiles: true,
      holdsNetwork: true,
      filtersSystemCalls: true,
      asksAboutHosts: true,
      boundsProcesses: true,
      endsWholeTree: true,
    },
  };
}
