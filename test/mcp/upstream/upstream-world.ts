/** A server's tools on the road: an upstream whose tools are registered in a kernel, with a person who can be asked. */
import { join } from "node:path";
import type { Answer, Json, Question, ToolplaneEvent, ToolResult } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { createKernel, type Kernel } from "@toolplane/kernel";
import {
  createChannelTransport,
  createMcpUpstream,
  type McpTransport,
  type McpUpstream,
  type McpUpstreamOptions,
} from "@toolplane/mcp/client";
import { createMemoryHost } from "@toolplane/testkit";
import { openChildChannel } from "./child-channel.ts";

export interface UpstreamWorld {
  readonly upstream: McpUpstream;
  readonly kernel: Kernel;
  readonly questions: readonly Question[];
  readonly events: readonly ToolplaneEvent[];
  /** Registers what the server offers now, as a host does between turns. */
  register(): void;
  /** By its name on the server. */
  call(remoteName: string, args?: Record<string, Json>, options?: CallOptions): Promise<ToolResult>;
  close(): Promise<void>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface UpstreamWorldOptions
  extends Partial<Omit<McpUpstreamOptions, "connect" | "name">> {
  readonly connect: () => Promise<McpTransport> | McpTransport;
  /** Answers a server's own questions; permission is always given. */
  readonly answer?: (question: Question) => Answer;
}

export async function openUpstreamWorld(options: UpstreamWorldOptions): Promise<UpstreamWorld> {
  const { connect, answer, ...rest } = options;
  const questions: Question[] = [];
  const events: ToolplaneEvent[] = [];
  const kernel = createKernel({
    host: createMemoryHost({ clock: realClock }),
    broker: {
      async ask(question) {
        if (question.kind !== "tool") return { choice: "once" };
        questions.push(question);
        return answer ? answer(question) : { choice: "reject" };
      },
    },
  });
  const session = kernel.session();
  session.on((event) => events.push(event));
  const upstream = createMcpUpstream({
    name: "there",
    clock: realClock,
    connect: async () => connect(),
    ...rest,
  });
  const registered = new Map<string, string>();
  let scope = kernel.scope();
  let calls = 0;
  const register = (): void => {
    scope.close();
    scope = kernel.scope();
    registered.clear();
    for (const { remoteName, tool } of upstream.tools()) {
      scope.register(tool, { layer: "mcp", source: upstream.name });
      registered.set(remoteName, tool.id);
    }
  };
  await upstream.start();
  register();
  return {
    upstream,
    kernel,
    questions,
    events,
    register,
    call(remoteName, args = {}, given = {}) {
      const name = registered.get(remoteName) ?? remoteName;
      calls += 1;
      return session.call({ id: `call-${calls}`, name, arguments: args }, given);
    },
    async close() {
      await upstream.close();
      await kernel.close();
    },
  };
}

export const realClock: Clock = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** One of the servers that the protocol's authors publish, as a program. */
export function openPublished(name: string, ...words: readonly string[]): McpTransport {
  const file = join(PUBLISHED, `server-${name}`, "dist/index.js");
  return createChannelTransport(openChildChannel([process.execPath, file, ...words]));
}

const PUBLISHED = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol");
