/**
 * One workflow of S2: its tokens and its sessions. Which tokens count is said by the maker: a handle has its own, and the
 * orchestrator itself those of the async task that a call is made in.
 *
 * Role, workspace and session are properties of a kernel session and parameters of an S2 call, so a workflow keeps a session
 * for each combination it has met.
 */
import type { JsonObject } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { Kernel, Session, SessionOptions, TokenLedger } from "@toolplane/kernel";
import { sessionOptions } from "../profiles/apply-profile.ts";
import type { BindMcpName } from "./bind-mcp-clients.ts";
import { capLedger } from "./cap-ledger.ts";
import { morphixProfile } from "./morphix-profile.ts";
import { DANGEROUS_ACTIONS } from "./orchestrator-settings.ts";
import { type ToolRecord, toToolRecord } from "./outcome/tool-record.ts";

/** One call as S2 asks for it. */
export interface ExecuteRequest {
  readonly toolName: string;
  readonly parameters: JsonObject;
  /** The caller's role, as flags name it; "agent" unless given. */
  readonly role?: string;
  /** A lower end of the workflow's tokens for this call. */
  readonly maxTokens?: number;
  /** The workspace's name; "main" unless said. */
  readonly workspace?: string;
  readonly sessionId?: string;
}

/** A workflow: calls that share one budget. */
export interface ToolWorkflow {
  /** Runs a call down the road. Never throws, never rejects: every outcome is a record. */
  executeTool(request: ExecuteRequest): Promise<ToolRecord>;
  /** Zeroes what the workflow has used. */
  resetTokenBudget(): void;
  /** Tokens used since the last reset; 0 while the budget is switched off. */
  tokensUsed(): number;
  /** Closes the workflow's sessions: cancels what runs, removes sidecars. */
  close(): Promise<void>;
}

export interface WorkflowParts {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly bindMcpName: BindMcpName;
  readonly attended: boolean;
  /** Where its calls count; null while the budget is switched off. */
  readonly tokens: WorkflowTokens | null;
}

interface WorkflowTokens {
  current(): TokenLedger;
  reset(): void;
}

/** Sessions that one workflow holds open; the oldest that rests is closed for the next. */
const MAX_SESSIONS = 64;

export function createToolWorkflow(parts: WorkflowParts): ToolWorkflow {
  const { kernel, host, bindMcpName, attended, tokens } = parts;
  const sessions = createSessions(kernel);
  return {
    async executeTool(request) {
      const { toolName, parameters } = request;
      const held = sessions.hold(optionsOf(request, { tokens, attended }));
      try {
        bindMcpName(toolName);
        const call = { id: host.ids.next("call"), name: toolName, arguments: parameters };
        const result = await held.session.call(call);
        return toToolRecord(result, { tool: toolName, parameters });
      } finally {
        held.running -= 1;
      }
    },
    resetTokenBudget: () => tokens?.reset(),
    tokensUsed: () => tokens?.current().used() ?? 0,
    close: () => sessions.close(),
  };
}

function optionsOf(
  request: ExecuteRequest,
  { tokens, attended }: Pick<WorkflowParts, "tokens" | "attended">,
): SessionOptions {
  const { role, workspace, sessionId, maxTokens = Number.POSITIVE_INFINITY } = request;
  const unattended = !attended && isDangerous(request);
  return sessionOptions(morphixProfile, {
    role: role ?? "agent",
    workspace: workspace ?? "main",
    ...(sessionId === undefined ? {} : { id: sessionId }),
    ...(tokens ? { tokens: capLedger(tokens.current, maxTokens) } : {}),
    ...(unattended ? { mode: "ask" } : {}),
  });
}

function isDangerous({ toolName, parameters }: ExecuteRequest): boolean {
  // The road judges what a model made of the parameters; here they may still be anything.
  const action: unknown = (parameters as Partial<JsonObject> | null | undefined)?.action;
  return (
    DANGEROUS_ACTIONS.includes(toolName) ||
    (typeof action === "string" && DANGEROUS_ACTIONS.includes(`${toolName}.${action}`))
  );
}

interface HeldSession {
  readonly session: Session;
  running: number;
}

interface Sessions {
  /** The session for these options, marked as running until its holder says otherwise. */
  hold(options: SessionOptions): HeldSession;
  close(): Promise<void>;
}

function createSessions(kernel: Kernel): Sessions {
  const held = new Map<string, HeldSession>();
  return {
    hold(options) {
      const { id, role, workspace, mode, tokens } = options;
      const key = JSON.stringify([id, role, workspace, mode, tokens?.maxTokens]);
      const known = held.get(key) ?? { session: kernel.session(options), running: 0 };
      known.running += 1;
      // Written again, so that the first of the map is the one that has rested longest.
      held.delete(key);
      held.set(key, known);
      if (held.size > MAX_SESSIONS) closeOldest(held);
      return known;
    },
    async close() {
      const open = [...held.values()];
      held.clear();
      await Promise.all(open.map(({ session }) => session.close()));
    },
  };
}

function closeOldest(held: Map<string, HeldSession>): void {
  for (const [key, { session, running }] of held) {
    if (running > 0) continue;
    held.delete(key);
    void session.close();
    return;
  }
}
