/** One conversation of an editor: a product over its folder, a session whose questions go to it, and the agent in it. */
import { randomUUID } from "node:crypto";
import {
  type AcpEditor,
  type AcpEvent,
  type AcpOutcome,
  type AcpPast,
  type AcpSession,
  type AcpSessionRequest,
  createAcpBroker,
} from "@toolplane/acp";
import type { LoopOutcome, Message } from "@toolplane/agent";
import { hasKnownChanges, type ShownChanges, type ToolKind } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import type { Agent, AgentEvent } from "@toolplane/library/rooms/agent";
import { callChanges, openProduct, type Product } from "@toolplane/library/rooms/product";
import { createOfferLine } from "@toolplane/library/rooms/rules";
import { viewEndWords } from "../terminal/changes/view-words.ts";
import type { AcpAgentOptions, KnownSession } from "./acp-agent-options.ts";
import { attachedContext } from "./attached-context.ts";
import { createEditorServers } from "./editor-servers.ts";
import { editorTexts } from "./editor-texts.ts";
import { createEditorTools, type EditorTools } from "./editor-tools.ts";

export interface AcpSessionParts {
  readonly request: AcpSessionRequest;
  readonly editorOf: (sessionId: string) => AcpEditor;
  /** The conversation to go on with. */
  readonly earlier: KnownSession | null;
}

export async function openAcpSession(
  ground: AcpAgentOptions,
  { request, editorOf, earlier }: AcpSessionParts,
): Promise<AcpSession> {
  const { state, onWarning } = ground;
  const model = await ground.model();
  const tools = createEditorTools(await ground.settingsOf(request.cwd));
  const { settings } = tools;
  const workspace = settings.workspace ?? request.cwd;
  const servers = createEditorServers(request.servers, { userData: settings.userData, workspace });
  const id = earlier?.sessionId ?? `ses_${randomUUID()}`;
  const editor = editorOf(id);
  const view = ground.view ?? settings.view;
  // What is open in the editor is the project's, and would be written there. Where checks are required, no session works there.
  const isApart = view === "own" || settings.required.length > 0;
  const openTexts = isApart ? undefined : editorTexts(editor, settings.workspace);
  const product = await openProduct({
    settings,
    state,
    sources: servers.list,
    soleWriter: true,
    onWarning,
    readAgain: () => ground.settingsOf(request.cwd),
    ...(openTexts ? { openTexts } : {}),
  });
  try {
    const later = createOfferLine({ store: state.store, workspace: settings.workspace });
    const session = await openSession(product, { id, editor, earlier, later, mode: ground.mode });
    const agent = await product.agent({
      model,
      session,
      ...(view === "own" ? { view } : {}),
      isTalk: true,
      ...(ground.limits ? { limits: ground.limits } : {}),
      ...(ground.instructions === undefined ? {} : { instructions: ground.instructions }),
      ...(earlier ? { run: earlier.runId } : {}),
    });
    // The first command comes when the model has answered, so nobody waits for this.
    void session.ready();
    const changesOf = (call: CallPlace) => callChanges({ state, settings }, call);
    const parts = { product, session, agent, editor, servers, tools, earlier, changesOf };
    return faceOf({ ...parts, cwd: request.cwd });
  } catch (error) {
    await product.close();
    throw error;
  }
}

async function openSession(
  product: Product,
  {
    id,
    editor,
    earlier,
    later,
    mode,
  }: Pick<AcpSessionParts, "earlier"> & {
    readonly id: string;
    readonly editor: AcpEditor;
    readonly later: ReturnType<typeof createOfferLine>;
    readonly mode: AcpAgentOptions["mode"] | undefined;
  },
): Promise<Session> {
  const given = {
    broker: createAcpBroker(editor, later),
    ...(editor.name === null ? {} : { client: editor.name }),
  };
  if (earlier) return product.resume(id, given);
  return product.session({ id, ...given, ...(mode === undefined ? {} : { mode }) });
}

interface FaceParts extends Pick<AcpSessionParts, "earlier"> {
  readonly product: Product;
  readonly session: Session;
  readonly agent: Agent;
  readonly editor: AcpEditor;
  readonly servers: ReturnType<typeof createEditorServers>;
  readonly tools: EditorTools;
  readonly cwd: string;
  /** Reads what a call changed in files. */
  readonly changesOf: (call: CallPlace) => Promise<ShownChanges>;
}

interface CallPlace {
  readonly sessionId: string;
  readonly callId: string;
}

function faceOf(parts: FaceParts): AcpSession {
  const { product, session, agent, editor, servers, tools, cwd, changesOf } = parts;
  const listeners = new Set<(event: AcpEvent) => void>();
  const tell = (event: AcpEvent): void => {
    for (const listener of listeners) listener(event);
  };
  /** Settles when everything that calls changed has been told. */
  let telling: Promise<void> = Promise.resolve();
  agent.on((event) => {
    const told = acpEvent(event);
    if (told) tell(told);
    if (told?.type !== "call-settle" || !hasKnownChanges(told.result)) return;
    const { sessionId, callId } = told;
    telling = telling
      .then(async () => {
        const changed = await changesOf({ sessionId, callId });
        tell({ type: "call-changes", callId, ...changed });
      })
      .catch(() => {});
  });
  let closing: Promise<void> | undefined;
  return {
    id: session.id,
    cwd,
    kindOf: (tool) => kindOf(product, tool),
    mode: () => session.mode(),
    setMode(mode) {
      session.setMode(mode);
      tell({ type: "mode", mode });
    },
    commands: product.skills.skills.map(({ name, description }) => ({ name, description })),
    past: () => loopPast(parts.earlier?.said ?? []),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async prompt(prompt, signal) {
      await tools.settle({ editor, signal, reload: product.reloadTools });
      await servers.settle({ editor, signal, sources: product.sources });
      const context = await attachedContext(prompt.attached, { session, workspace: cwd, signal });
      if (signal.aborted) return { status: "cancelled" };
      const outcome = await agent.run(withSkill(prompt.words, product.skills.skills), {
        signal,
        ...(context === undefined ? {} : { context }),
        pictures: prompt.images.map(({ data, mimeType: mime_type }) => ({
          type: "image" as const,
          data,
          mime_type,
        })),
      });
      await telling;
      return acpOutcome(outcome);
    },
    close() {
      closing ??= agent.close().then(() => product.close());
      return closing;
    },
  };
}

/** `/NAME …` is a skill by its name; whatever else begins with a slash is a person's words. */
function withSkill(words: string, skills: readonly { readonly name: string }[]): string {
  const [, name, rest = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  if (!skills.some((skill) => skill.name === name)) return words;
  return `Use the skill ${name}.\n${rest}`.trimEnd();
}

function kindOf({ kernel }: Product, name: string): ToolKind {
  return kernel.tools().find(({ tool }) => tool.id === name)?.tool.kind ?? "other";
}

/** Translates an event for the editor; null: the editor does not hear of it. */
function acpEvent(event: AgentEvent): AcpEvent | null {
  switch (event.type) {
    case "message-update":
      return { type: "text", delta: event.delta };
    case "thought-update":
      return { type: "thought", delta: event.delta };
    case "message-add":
      if (event.message.role !== "assistant" || event.message.calls.length === 0) return null;
      return { type: "calls", calls: event.message.calls };
    case "view-end": {
      const words = viewEndWords(event);
      return words && { type: "text", delta: `\n\n${[words.text, ...words.lines].join("\n")}\n` };
    }
    case "call-start":
    case "call-preview":
    case "call-update":
    case "call-progress":
    case "call-settle":
      return event;
    default:
      return null;
  }
}

function acpOutcome(outcome: LoopOutcome): AcpOutcome {
  if (outcome.status === "done" || outcome.status === "suspended") return { status: "done" };
  const { message } = outcome;
  if (outcome.status === "failed")
    return { status: outcome.refused ? "refused" : "failed", message };
  switch (outcome.by) {
    case "cancel":
      return { status: "cancelled" };
    case "tool":
      return { status: "done" };
    case "input":
      return { status: "refused", message };
    case "tokens":
    case "cost":
      return { status: "limit", by: "tokens", message };
    default:
      return { status: "limit", by: "turns", message };
  }
}

/** A conversation as it is shown again. Messages from the host to the model are left out: no person and no model said them. */
function loopPast(messages: readonly Message[]): readonly AcpPast[] {
  return messages.flatMap(pastOf);
}

function pastOf(message: Message): AcpPast[] {
  switch (message.role) {
    case "user":
      return message.from === "person" ? [{ role: "person", text: message.text }] : [];
    case "assistant":
      return [{ role: "agent", text: message.text, calls: message.calls }];
    case "tool": {
      const text = message.content
        .flatMap((part) => (part.type === "text" ? [part.text] : []))
        .join("\n");
      return [{ role: "call", callId: message.callId, text, isError: message.isError }];
    }
  }
}
