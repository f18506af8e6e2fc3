/**
 * The broker of a kernel that MCP clients are connected to. A kernel has one broker and many sessions, and a question
 * belongs to the client whose call raised it: never to another one, who could answer in its place. A question of a
 * session that no client holds goes to the fallback (a terminal, a console), or is refused; so does one that its client
 * did not show.
 */
import { type Question, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { trimEnd } from "@toolplane/readings";
import type { ClientAnswer } from "./client-answer.ts";

/** Puts one question to one client. */
export type AskClient = (
  question: Question,
  signal: AbortSignal,
  passOn: () => void,
) => Promise<ClientAnswer>;

/** A broker that knows which client a session belongs to. */
export interface McpBroker extends Broker {
  /** True: the questions of a client that cannot be asked go to the fallback. */
  readonly hasFallback: boolean;
  /** From now on the questions of this session go here; returns how to stop. */
  attach(sessionId: string, ask: AskClient): () => void;
}

/** Makes the broker that both the kernel and the server are given. */
export function createMcpBroker({ fallback }: { readonly fallback?: Broker } = {}): McpBroker {
  const clients = new Map<string, AskClient>();
  return {
    hasFallback: fallback !== undefined,
    async ask(question, signal, passOn = () => {}) {
      const client = clients.get(question.sessionId);
      const said = client ? await client(question, signal, passOn) : null;
      if (said !== null && said.choice !== "none") return said;
      if (fallback) return fallback.ask(question, signal);
      if (said !== null) throw new ToolError("permission_denied", unasked(question, said.why));
      throw new ToolError("unavailable", "No client is connected to be asked.");
    },
    attach(sessionId, ask) {
      clients.set(sessionId, ask);
      return () => {
        if (clients.get(sessionId) === ask) clients.delete(sessionId);
      };
    },
  };
}

/** The text for the model: no person said no. */
function unasked({ kind, reasons }: Question, why: string): string {
  const reason = kind === "permission" && reasons[0] ? `${trimEnd(reasons[0].reason, ".")}. ` : "";
  return `${reason}It has to be asked about, and nobody was asked: ${why}. No person rejected it.`;
}
