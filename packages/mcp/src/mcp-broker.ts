/**
 * The broker of a kernel that MCP clients are connected to. A kernel has one broker and many sessions, and a question belongs
 * to the client whose call raised it: never to another one, who could answer for somebody else. A question of a session that
 * no client holds goes to the fallback (a terminal, a console), or is refused.
 */
import { type Answer, type Broker, type Question, ToolError } from "@toolplane/contract";

/** Puts one question to one client. */
export type AskClient = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** A broker that knows which client a session belongs to. */
export interface McpBroker extends Broker {
  /** True: the questions of a client that cannot be asked go to somebody else. */
  readonly hasFallback: boolean;
  /** From now on the questions of this session go here; returns how to stop. */
  attach(sessionId: string, ask: AskClient): () => void;
}

/** Makes the broker that both the kernel and the server are given. */
export function createMcpBroker({ fallback }: { readonly fallback?: Broker } = {}): McpBroker {
  const clients = new Map<string, AskClient>();
  return {
    hasFallback: fallback !== undefined,
    ask(question, signal) {
      const client = clients.get(question.sessionId);
      if (client) return client(question, signal);
      if (fallback) return fallback.ask(question, signal);
      return Promise.reject(new ToolError("unavailable", "No client is connected to be asked."));
    },
    attach(sessionId, ask) {
      clients.set(sessionId, ask);
      return () => {
        if (clients.get(sessionId) === ask) clients.delete(sessionId);
      };
    },
  };
}
