/** An editor for tests: the protocol's own client on one end, the real agent over real files on the other, every line checked. */
import { PassThrough, Readable, Writable } from "node:stream";
import {
  client as acpClient,
  type ClientApp,
  type ClientCapabilities,
  type ClientConnection,
  type ClientContext,
  type NewSessionRequest,
  ndJsonStream,
  type PermissionOptionKind,
  type PromptResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { type AcpService, serveAcp } from "@toolplane/acp";
import { type ModelScript, scriptedModel } from "@toolplane/agent";
import { openState, readSettings } from "@toolplane/library/inside";
import type { AcpAgentOptions } from "../acp/acp-agent-options.ts";
import { openAcpAgent } from "../acp/open-acp-agent.ts";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";
import { createProtocolCheck } from "./protocol-check.fixture.ts";

type Picked = PermissionOptionKind | "allow_rule" | "cancelled";

export interface EditorOptions {
  readonly script: ModelScript;
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  /** The person's choice, by its kind or its id; `cancelled` closes the question, a promise keeps it open. */
  readonly answer?: (asked: RequestPermissionRequest) => Picked | Promise<Picked>;
  /** Text that is open and perhaps not saved, by path. */
  readonly open?: Map<string, string>;
  readonly agent?: Partial<AcpAgentOptions>;
  /** The world of an editor that was there before; the test that brings it removes it. */
  readonly world?: CliWorld;
}

export interface Editor {
  readonly world: CliWorld;
  readonly agent: ClientContext;
  readonly connection: ClientConnection;
  readonly service: AcpService;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  /** Files that the agent asked the editor for. */
  readonly wanted: string[];
  /** Writes a line that no client of the protocol would. */
  write(line: string): void;
  /** Lines of the agent that no request of the client led to, such as answers to broken lines. */
  readonly lines: string[];
  /** Opens a session in the workspace. */
  session(request?: Partial<NewSessionRequest>): Promise<string>;
  prompt(sessionId: string, text: string): Promise<PromptResponse>;
  of<K extends SessionUpdate["sessionUpdate"]>(
    kind: K,
  ): Extract<SessionUpdate, { readonly sessionUpdate: K }>[];
  faults(): readonly string[];
  close(): Promise<void>;
}

export async function openEditor(options: EditorOptions): Promise<Editor> {
  const world = options.world ?? openCliWorld(options.files ?? {});
  const state = await openState({ userData: world.data, recordPlace: null });
  const toAgent = new PassThrough();
  const toClient = new PassThrough();
  const check = createProtocolCheck();
  const lines: string[] = [];
  let isRaw = false;
  toAgent.on("data", (chunk: Buffer) => {
    if (!isRaw) check.take("client", chunk.toString());
  });
  toClient.on("data", (chunk: Buffer) => {
    check.take("agent", chunk.toString());
    lines.push(...chunk.toString().split("\n"));
  });
  const given = {
    text: () => undefined,
    flag: () => false,
    list: () => [],
  };
  const agent = openAcpAgent({
    state,
    settingsOf: (directory) =>
      readSettings({ environment: world.environment, directory, arguments: given }),
    model: async () => scriptedModel(options.script),
    onWarning: () => undefined,
    ...options.agent,
  });
  const service = serveAcp(agent, { input: toAgent, output: toClient });
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const wanted: string[] = [];
  const seen = { updates, asked, wanted };
  const app = editorApp(options, seen);
  const stream = ndJsonStream(
    Writable.toWeb(toAgent) as WritableStream<Uint8Array>,
    Readable.toWeb(toClient) as ReadableStream<Uint8Array>,
  );
  const connection = app.connect(stream);
  const client = connection.agent;
  await client.request("initialize", {
    protocolVersion: 1,
    clientInfo: { name: "editor", version: "1" },
    ...(options.capabilities ? { clientCapabilities: options.capabilities } : {}),
  });
  return {
    world,
    agent: client,
    connection,
    service,
    updates,
    asked,
    wanted,
    lines,
    write(line) {
      isRaw = true;
      toAgent.write(`${line}\n`);
      isRaw = false;
    },
    async session(request = {}) {
      const params = { cwd: world.workspace, mcpServers: [], ...request };
      return (await client.request("session/new", params)).sessionId;
    },
    prompt: (sessionId, text) =>
      client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] }),
    of: (kind) => updates.filter(({ sessionUpdate }) => sessionUpdate === kind) as never,
    faults: check.faults,
    async close() {
      toAgent.end();
      await service.closed;
      await state.close();
      if (!options.world) world.remove();
    },
  };
}

function editorApp(
  options: EditorOptions,
  { updates, asked, wanted }: Pick<Editor, "updates" | "asked" | "wanted">,
): ClientApp {
  const { open = new Map<string, string>() } = options;
  return acpClient({ name: "editor" })
    .onNotification("session/update", ({ params }) => void updates.push(params.update))
    .onRequest("session/request_permission", async ({ params }) => {
      asked.push(params);
      return reply(params, await (options.answer?.(params) ?? "cancelled"));
    })
    .onRequest("fs/read_text_file", ({ params }) => {
      wanted.push(params.path);
      const content = open.get(params.path);
      if (content === undefined) throw new Error("It is not open.");
      return { content };
    })
    .onRequest("fs/write_text_file", ({ params }) => {
      open.set(params.path, params.content);
      return {};
    });
}

function reply({ options }: RequestPermissionRequest, picked: Picked): RequestPermissionResponse {
  const option = options.find(({ kind, optionId }) => kind === picked || optionId === picked);
  if (!option) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}
