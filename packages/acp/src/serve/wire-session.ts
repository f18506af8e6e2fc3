/** Connects a session to its editor: updates, and questions. */
import type { AgentContext, ClientCapabilities, SessionUpdate } from "@agentclientprotocol/sdk";
import type { ToolKind } from "@toolplane/contract";
import { createAskEditor } from "../ask/ask-editor.ts";
import type { AcpAgent, AcpEditor } from "../port/acp-agent.ts";
import { type CallUpdates, createCallUpdates } from "../updates/call-updates.ts";
import type { Outbox } from "../wire/outbox.ts";

/** The client's own facts from its first request. */
export interface ClientFacts {
  readonly name: string | null;
  readonly capabilities: ClientCapabilities;
}

export interface WireOptions {
  readonly cwd: string;
  readonly kindOf: (tool: string) => ToolKind;
}

export interface Wired {
  readonly updates: CallUpdates;
  readonly editor: AcpEditor;
}

export interface WireGround {
  readonly agent: Pick<AcpAgent, "clock">;
  readonly outbox: Outbox;
  readonly client: Pick<AgentContext, "request">;
  readonly facts: () => ClientFacts;
  /** False as long as the client does not know the session. */
  readonly isKnown: (sessionId: string) => boolean;
}

export function createWire(ground: WireGround): (sessionId: string, options: WireOptions) => Wired {
  const { agent, outbox, client, facts, isKnown } = ground;
  return (sessionId, { cwd, kindOf }) => {
    const { capabilities, name } = facts();
    const send = (update: SessionUpdate): void => outbox.send(sessionId, update);
    const updates = createCallUpdates({
      cwd,
      kindOf,
      clock: agent.clock,
      showsTerminals: capabilities._meta?.terminal_output === true,
      send,
    });
    const place = { client, capabilities, sessionId };
    const { describe } = updates;
    const editor = {
      name,
      ...createAskEditor({ ...place, cwd, describe, send, flush: outbox.flush }),
      ...editorFiles({ ...place, isKnown: () => isKnown(sessionId) }),
    };
    return { updates, editor };
  };
}

interface EditorFilesOptions {
  readonly client: Pick<AgentContext, "request">;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
  /** False as long as the client does not know the session. */
  readonly isKnown: () => boolean;
}

/**
 * The files of an editor, where it offers them: its text of a file, saved or not. Whether a file may be read was judged before.
 */
function editorFiles({
  client,
  capabilities,
  sessionId,
  isKnown,
}: EditorFilesOptions): Pick<AcpEditor, "readText" | "writeText"> {
  const { readTextFile, writeTextFile } = capabilities.fs ?? {};
  const waiting = (signal: AbortSignal) => ({
    cancellationSignal: signal,
    stopWaitingOnCancel: true,
  });
  const readText: NonNullable<AcpEditor["readText"]> = async (path, signal) => {
    if (!isKnown()) return null;
    try {
      const asked = client.request("fs/read_text_file", { sessionId, path }, waiting(signal));
      return (await asked).content;
    } catch {
      // It does not have it: what the disk holds counts.
      return null;
    }
  };
  const writeText: NonNullable<AcpEditor["writeText"]> = async (path, content, signal) => {
    await client.request("fs/write_text_file", { sessionId, path, content }, waiting(signal));
  };
  return { ...(readTextFile ? { readText } : {}), ...(writeTextFile ? { writeText } : {}) };
}
