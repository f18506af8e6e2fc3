/** Handles a client's requests, by the protocol's names. Every failure is an error in words for the client. */
import {
  type AgentApp,
  type InitializeResponse,
  type McpServer,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import type { AcpAgent, AcpServer, AcpSessionRequest, AcpSessionRow } from "../port/acp-agent.ts";
import type { AcpSessions } from "./acp-sessions.ts";
import { readPrompt } from "./read-prompt.ts";
import { requestFault } from "./request-fault.ts";
import type { ClientFacts } from "./wire-session.ts";

export interface HandleOptions {
  readonly agent: AcpAgent;
  /** Called once the client has introduced itself. */
  readonly onClient: (facts: ClientFacts) => void;
  /** Throws while the client has not introduced itself. */
  readonly requireClient: () => ClientFacts;
  readonly sessions: () => AcpSessions;
}

export function handleRequests(app: AgentApp, options: HandleOptions): void {
  const { agent, onClient, requireClient, sessions } = options;
  app
    .onRequest(
      "initialize",
      withFaults(({ params: { clientInfo, clientCapabilities } }) => {
        onClient({ name: clientName(clientInfo), capabilities: clientCapabilities ?? {} });
        return introduce(agent);
      }),
    )
    .onRequest(
      "authenticate",
      withFaults(() => {
        throw RequestError.invalidParams(undefined, "there is nothing to sign in to");
      }),
    )
    .onRequest(
      "session/new",
      withFaults(({ params }) => {
        requireClient();
        return sessions().open(readRequest(params));
      }),
    )
    .onRequest(
      "session/load",
      withFaults(({ params }) => {
        requireClient();
        return sessions().load(params.sessionId, readRequest(params));
      }),
    )
    .onRequest(
      "session/list",
      withFaults(async ({ params: { cwd, cursor } }) => {
        requireClient();
        const query = { ...(cwd ? { cwd } : {}), ...(cursor ? { cursor } : {}) };
        const { sessions: rows, nextCursor } = await agent.list(query);
        const page = nextCursor === undefined ? {} : { nextCursor };
        return { sessions: rows.map(sessionInfo), ...page };
      }),
    );
  handleSessions(app, options);
}

/** Handles requests to a session that is open. */
function handleSessions(app: AgentApp, { agent, sessions }: HandleOptions): void {
  app
    .onRequest(
      "session/close",
      withFaults(async ({ params }) => {
        await sessions().close(params.sessionId);
        return {};
      }),
    )
    .onRequest(
      "session/set_mode",
      withFaults(({ params }) => {
        sessions().setMode(params.sessionId, params.modeId);
        return {};
      }),
    )
    .onRequest(
      "session/prompt",
      withFaults(({ params, signal }) => {
        const prompt = readPrompt(params.prompt, agent.takesImages);
        return sessions().prompt(params.sessionId, prompt, signal);
      }),
    )
    .onNotification("session/cancel", ({ params }) => sessions().cancel(params.sessionId));
}

function withFaults<C, R>(handle: (context: C) => Promise<R> | R): (context: C) => Promise<R> {
  return async (context) => {
    try {
      return await handle(context);
    } catch (error) {
      throw requestFault(error);
    }
  };
}

function introduce(agent: AcpAgent): InitializeResponse {
  const { name, title, version } = agent;
  return {
    // The newest that we have, whatever the client asked for: a client that cannot use it leaves.
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name, title, version },
    authMethods: [],
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: agent.takesImages, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, close: {} },
    },
  };
}

const MAX_NAME = 200;

/** Foreign text, of no effect but to be shown. */
function clientName(
  info: { readonly name: string; readonly version: string } | null | undefined,
): string | null {
  if (!info) return null;
  return `${info.name} ${info.version}`.trim().slice(0, MAX_NAME).toWellFormed();
}

function sessionInfo({ id, cwd, title, updatedAtMs }: AcpSessionRow) {
  return {
    sessionId: id,
    cwd,
    ...(title === undefined ? {} : { title }),
    ...(updatedAtMs === undefined ? {} : { updatedAt: new Date(updatedAtMs).toISOString() }),
  };
}

function readRequest({
  cwd,
  mcpServers,
}: {
  readonly cwd: string;
  readonly mcpServers: Parameters<typeof readServers>[0];
}): AcpSessionRequest {
  if (!cwd.startsWith("/"))
    throw RequestError.invalidParams(undefined, "cwd must be an absolute path");
  return { cwd, servers: readServers(mcpServers) };
}

/** Throws a RequestError for a transport that the agent did not say that it has. */
function readServers(servers: readonly McpServer[]): readonly AcpServer[] {
  return servers.map((server) => {
    if (!("type" in server)) {
      const { name, command, args, env } = server;
      return { kind: "program", name, command, args, env: valuesOf(env) };
    }
    const { type, name } = server;
    if (type !== "http")
      throw RequestError.invalidParams(undefined, `${name}: the transport ${type} is not taken`);
    return { kind: "address", name, url: server.url, headers: valuesOf(server.headers) };
  });
}

function valuesOf(list: readonly { readonly name: string; readonly value: string }[]) {
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
