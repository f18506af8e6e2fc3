/** The sessions of one connection: opened, worked in, shown again and closed. */
import {
  type AgentContext,
  type PromptResponse,
  RequestError,
  type SessionModeState,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { SecurityMode } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type {
  AcpAgent,
  AcpEditor,
  AcpPrompt,
  AcpSession,
  AcpSessionRequest,
} from "../port/acp-agent.ts";
import type { Outbox } from "../wire/outbox.ts";
import { replayPast } from "./replay-past.ts";
import { type OpenSession, runTurn } from "./run-turn.ts";
import { type ClientFacts, createWire, type Wired, type WireOptions } from "./wire-session.ts";

export interface AcpSessionsOptions {
  readonly agent: AcpAgent;
  readonly outbox: Outbox;
  readonly client: Pick<AgentContext, "request">;
  readonly facts: () => ClientFacts;
  readonly maxSessions?: number;
}

export interface AcpSessions {
  open(request: AcpSessionRequest): Promise<{ sessionId: string; modes: SessionModeState }>;
  load(id: string, request: AcpSessionRequest): Promise<{ modes: SessionModeState }>;
  prompt(id: string, prompt: AcpPrompt, signal: AbortSignal): Promise<PromptResponse>;
  cancel(id: string): void;
  setMode(id: string, mode: string): void;
  close(id: string): Promise<void>;
  closeAll(): Promise<void>;
}

const MAX_SESSIONS = 64;

export function createAcpSessions(options: AcpSessionsOptions): AcpSessions {
  const { agent, outbox, maxSessions = MAX_SESSIONS } = options;
  const sessions = new Map<string, OpenSession>();
  let opening = 0;

  function find(id: string): OpenSession {
    const found = sessions.get(id);
    if (!found) throw RequestError.sessionNotFound(id);
    return found;
  }

  const wire = createWire({ ...options, isKnown: (id) => sessions.has(id) });

  async function make(cwd: string, start: StartSession): Promise<OpenSession> {
    if (sessions.size + opening >= maxSessions)
      throw RequestError.invalidRequest(undefined, `${maxSessions} sessions are open`);
    opening += 1;
    try {
      const made = await openWired(wire, { cwd, start });
      sessions.set(made.session.id, made);
      return made;
    } finally {
      opening -= 1;
    }
  }

  async function end(open: OpenSession): Promise<void> {
    sessions.delete(open.session.id);
    await endSession(open);
  }

  const offer = ({ id, commands }: AcpSession): void =>
    offerCommands(commands, {
      clock: agent.clock,
      send: (update) => sessions.has(id) && outbox.send(id, update),
    });

  return {
    async open(request) {
      const { session } = await make(request.cwd, (editorOf) => agent.open(request, editorOf));
      offer(session);
      return { sessionId: session.id, modes: modeState(session.mode()) };
    },
    async load(id, request) {
      if (sessions.has(id)) await end(find(id));
      const { session, updates } = await make(request.cwd, (editorOf) =>
        agent.load(id, request, editorOf),
      );
      replayPast(session.past(), { updates, send: (update) => outbox.send(id, update) });
      await outbox.flush();
      offer(session);
      return { modes: modeState(session.mode()) };
    },
    prompt: (id, prompt, signal) => runTurn(find(id), { prompt, signal, flush: outbox.flush }),
    cancel: (id) => sessions.get(id)?.turn?.abort("Cancelled"),
    setMode(id, wanted) {
      const { session } = find(id);
      const mode = readMode(wanted);
      if (mode === null) throw RequestError.invalidParams(undefined, `there is no mode ${wanted}`);
      session.setMode(mode);
    },
    close: (id) => end(find(id)),
    async closeAll() {
      await Promise.allSettled([...sessions.values()].map(end));
    },
  };
}

type StartSession = (editorOf: (sessionId: string) => AcpEditor) => Promise<AcpSession>;

/** The editor of a session is needed to open it, and what its tools are is known afterwards. */
async function openWired(
  wire: ReturnType<typeof createWire>,
  { cwd, start }: { readonly cwd: string; readonly start: StartSession },
): Promise<OpenSession> {
  const wired = new Map<string, Wired>();
  let kindOf: WireOptions["kindOf"] = () => "other";
  const ground: WireOptions = { cwd, kindOf: (tool) => kindOf(tool) };
  const session = await start((id) => {
    const made = wire(id, ground);
    wired.set(id, made);
    return made.editor;
  });
  kindOf = session.kindOf;
  const { updates } = wired.get(session.id) ?? wire(session.id, ground);
  const unhear = session.on(updates.hear);
  return { session, updates, unhear, turn: null, idle: Promise.resolve() };
}

async function endSession({ turn, idle, unhear, session }: OpenSession): Promise<void> {
  turn?.abort("The session was closed.");
  await idle.catch(() => undefined);
  unhear();
  await session.close();
}

/** Sends the commands after the answer, by which a client learns of the session. */
function offerCommands(
  commands: AcpSession["commands"],
  { clock, send }: { readonly clock: Clock; readonly send: (update: SessionUpdate) => void },
): void {
  if (commands.length === 0) return;
  const availableCommands = commands.map(({ name, description }) => ({ name, description }));
  clock.setTimer(0, () => send({ sessionUpdate: "available_commands_update", availableCommands }));
}

/** Our security modes as an editor lists them. What a rule denies stays denied in each. */
const MODES: Readonly<
  Record<SecurityMode, { readonly name: string; readonly description: string }>
> = {
  ask: { name: "Ask", description: "Asks about every call that no rule decides." },
  allowlist: {
    name: "Allowlist",
    description: "As Ask, but what is on your allowlist runs unasked.",
  },
  yolo: {
    name: "Yolo",
    description: "Runs what no rule decides. What a rule asks about or denies stays so.",
  },
};

function modeState(currentModeId: SecurityMode): SessionModeState {
  const availableModes = Object.entries(MODES).map(([id, words]) => ({ id, ...words }));
  return { currentModeId, availableModes };
}

/** Null for a mode that there is not. */
function readMode(id: string): SecurityMode | null {
  return Object.hasOwn(MODES, id) ? (id as SecurityMode) : null;
}
