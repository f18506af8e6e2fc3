/**
 * The agent behind the protocol, version 1, over two streams. What a client sends that cannot be meant is answered with an error and
 * ends nothing; the end of the streams ends every session.
 */
import { agent as acpApp, RequestError } from "@agentclientprotocol/sdk";
import type { AcpAgent } from "../port/acp-agent.ts";
import { createLineStream, type LineStreamOptions } from "../wire/line-stream.ts";
import { createOutbox } from "../wire/outbox.ts";
import { createAcpSessions } from "./acp-sessions.ts";
import { handleRequests } from "./handle-requests.ts";
import type { ClientFacts } from "./wire-session.ts";

/** A client that is being served. */
export interface AcpService {
  /** Settles when the client is gone or `close` was called, and every session has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const DEAF = -32_000;

export function serveAcp(agent: AcpAgent, streams: LineStreamOptions): AcpService {
  let facts: ClientFacts | null = null;
  const requireClient = (): ClientFacts => {
    if (facts) return facts;
    throw RequestError.invalidRequest(undefined, "initialize comes first");
  };
  const app = acpApp({ name: agent.name });
  handleRequests(app, {
    agent,
    requireClient,
    sessions: () => sessions,
    onClient(said) {
      facts = said;
    },
  });
  // No message is handled before this function has returned.
  const connection = app.connect(createLineStream(streams));
  const outbox = createOutbox({
    notify: (update) => connection.client.notify("session/update", update),
    onOverflow: () => connection.close(new RequestError(DEAF, "The client does not read.")),
  });
  const sessions = createAcpSessions({
    agent,
    outbox,
    client: connection.client,
    facts: requireClient,
  });
  const closed = connection.closed.then(() => sessions.closeAll());
  return {
    closed,
    async close() {
      connection.close();
      await closed;
    },
  };
}
