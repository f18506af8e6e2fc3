/**
 * A host made from a record alone, for replay: its variables are those of the session, its sandbox is the one that held, and it
 * can touch nothing. Everything else rejects; replay never comes to it, and if it ever did, it would show as a difference and
 * not as a side effect.
 */
import { type SessionManifest, ToolError } from "@toolplane/contract";
import {
  type Host,
  noSandbox,
  type SandboxLevel,
  type SandboxStatus,
} from "@toolplane/contract/ports";
import { createSystemClock, createSystemIds } from "@toolplane/host";

export function createRecordedHost({ variables, sandbox, sandboxLevel }: SessionManifest): Host {
  const nothing = (): never => {
    throw new ToolError("unavailable", "A replay touches nothing.");
  };
  const later = async (): Promise<never> => nothing();
  const unread = { ok: false, message: "the record does not say what this was" } as const;
  const clock = createSystemClock();
  return {
    clock,
    ids: createSystemIds(),
    analyzer: { path: () => unread, url: () => unread, shell: nothing },
    sandbox: recordedSandbox(sandbox, sandboxLevel),
    variables: () => ({ workspace: [], "ad-hoc": [], "user-data": [], scratch: [], ...variables }),
    files: nothing,
    network: nothing,
    journal: nothing,
    environment: () => undefined,
    compute: later,
    sidecars: { write: later, close: async () => {} },
    processes: {
      run: later,
      start: later,
      list: () => [],
      read: later,
      write: later,
      stop: later,
    },
  };
}

/**
 * A session names its sandbox only where one held its files and its network; what else it did is not recorded. One from before
 * levels were recorded ran its commands contained wherever a sandbox held.
 */
function recordedSandbox(kind: string | undefined, level?: SandboxLevel): SandboxStatus {
  const none = noSandbox("None held when the session was recorded.");
  if (kind === undefined || kind === none.kind) return none;
  const held = {
    holdsFiles: true,
    holdsNetwork: true,
    landsChanges: level !== "bound",
    keepsOutputs: true,
  };
  return { kind, level: level ?? "bound", facts: { ...none.facts, ...held } };
}
