/** What a session tells its editor, and how it asks it. */
import type { AgentContext, ClientCapabilities } from "@agentclientprotocol/sdk";
import type { ToolKind } from "@toolplane/contract";
import { createAskEditor } from "../ask/ask-editor.ts";
import type { AcpAgent, AcpEditor } from "../port/acp-agent.ts";
import { type CallUpdates, createCallUpdates } from "../updates/call-updates.ts";
import type { Outbox } from "../wire/outbox.ts";
import { editorFiles } from "./editor-files.ts";

/** What the client said of itself when it came. */
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
  /** False as long as the client has not heard of the session. */
  readonly isKnown: (sessionId: string) => boolean;
}

export function createWire(ground: WireGround): (sessionId: string, options: WireOptions) => Wired {
  const { agent, outbox, client, facts, isKnown } = ground;
  return (sessionId, { cwd, kindOf }) => {
    const { capabilities, name } = facts();
    const updates = createCallUpdates({
      ...{ cwd, kindOf, clock: agent.clock },
      showsTerminals: capabilities._meta?.terminal_output === true,
      send: (update) => outbox.send(sessionId, update),
    });
    const place = { client, capabilities, sessionId };
    const { describe } = updates;
    const editor = {
      name,
      ...createAskEditor({ ...place, cwd, describe, flush: outbox.flush }),
      ...editorFiles({ ...place, isKnown: () => isKnown(sessionId) }),
    };
    return { updates, editor };
  };
}
