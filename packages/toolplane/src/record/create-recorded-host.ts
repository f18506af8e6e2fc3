/**
 * A host made from a record alone, for replay: its variables are those of the session, its sandbox is the one that held, and it
 * can touch nothing. Everything else rejects; replay never comes to it, and if it ever did, it would show as a difference and
 * not as a side effect.
 */
import { type Host, type SessionManifest, ToolError } from "@toolplane/contract";
import { createSystemClock, createSystemIds } from "@toolplane/host";

/** Makes it. */
export function createRecordedHost({ variables, sandbox }: SessionManifest): Host {
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
    sandbox:
      sandbox === undefined || sandbox === "none"
        ? { kind: "none", reason: "None held when the session was recorded." }
        : { kind: sandbox },
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
