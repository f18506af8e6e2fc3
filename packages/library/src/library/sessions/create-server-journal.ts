/**
 * The journal as the host gets it. A change of files belongs to a session. An MCP server that may write serves every session and
 * begins before some of them, so what it changes belongs to none of theirs. It gets a session of its own, opened with its first
 * change: from then on it is listed, verified and undone as any other.
 */
import type { SessionManifest } from "@toolplane/contract";
import { confinesProcesses, type Host, type Store } from "@toolplane/contract/ports";
import type { StoreRecorder } from "@toolplane/kernel/record";
import { type Sessions, told } from "./open-sessions.ts";

export interface ServerJournal {
  readonly journal: Store["journal"];
  /** Changes of a session that nobody opened wait for this. */
  recordWith(ground: ServerJournalGround): void;
  /** Ends the sessions that were opened here. Called when nothing runs any more. */
  close(): Promise<void>;
}

interface ServerJournalGround {
  readonly host: Host;
  readonly sessions: Pick<Sessions, "find">;
}

/** Shown where a session shows the program that it was opened for. */
const CLIENT = "MCP servers";

export function createServerJournal(
  record: StoreRecorder,
  store: Pick<Store, "sessions">,
): ServerJournal {
  const attached = Promise.withResolvers<ServerJournalGround>();
  const opened = new Set<string>();
  const known = new Map<string, Promise<void>>();
  const open = async (sessionId: string): Promise<void> => {
    const { host, sessions } = await attached.promise;
    if (sessions.find(sessionId)) return;
    // One that has just ended may be on its way to the store.
    await record.flush();
    if ((await store.sessions.get(sessionId)) !== null) return;
    await record.openSession(manifestOf(sessionId, host));
    opened.add(sessionId);
  };
  const knowSession = (sessionId: string): Promise<void> => {
    const asked = known.get(sessionId) ?? open(sessionId);
    known.set(sessionId, asked);
    asked.catch(() => known.delete(sessionId));
    return asked;
  };
  const { journal } = record;
  return {
    journal: {
      list: journal.list,
      mark: journal.mark,
      async append(entries, options) {
        for (const id of new Set(entries.map(({ sessionId }) => sessionId))) await knowSession(id);
        await journal.append(entries, options);
      },
    },
    recordWith: attached.resolve,
    async close() {
      await Promise.all([...opened].map((id) => record.closeSession(id).catch(told)));
    },
  };
}

function manifestOf(sessionId: string, host: Host): SessionManifest {
  const { sandbox, clock, heldBy } = host;
  return {
    sessionId,
    createdAtMs: clock.wallMs(),
    mode: "ask",
    allowlist: [],
    headless: true,
    role: "agent",
    workspace: "main",
    client: CLIENT,
    depth: 0,
    tools: [],
    variables: host.variables(),
    sandbox: confinesProcesses(sandbox) ? sandbox.kind : "none",
    sandboxLevel: sandbox.level,
    ...(heldBy === undefined ? {} : { heldBy }),
  };
}
