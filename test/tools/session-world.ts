// One tool on a memory host under a kernel that allows everything, with the services that a test gives it.
import type { JsonObject, Tool, ToolResult } from "@toolplane/contract";
import {
  createKernel,
  type KernelOptions,
  type Session,
  type SessionOptions,
} from "@toolplane/kernel";
import { createMemoryHost, type MemoryHost, type MemoryHostOptions } from "@toolplane/testkit";

export interface SessionWorldOptions {
  readonly host?: MemoryHostOptions;
  readonly kernel?: Omit<Partial<KernelOptions>, "host" | "tools">;
  readonly session?: SessionOptions;
  readonly more?: readonly Tool[];
}

export interface SessionWorld {
  readonly host: MemoryHost;
  readonly session: Session;
  readonly call: (args: JsonObject, name?: string) => Promise<ToolResult>;
  readonly open: (options?: SessionOptions) => Session;
}

export function openSessionWorld(tool: Tool, options: SessionWorldOptions = {}): SessionWorld {
  const host = createMemoryHost(options.host ?? {});
  const kernel = createKernel({
    defaultPolicy: false,
    policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
    ...options.kernel,
    host,
    tools: [tool, ...(options.more ?? [])],
  });
  const session = kernel.session(options.session ?? {});
  let made = 0;
  return {
    host,
    session,
    open: (more) => kernel.session(more),
    call(args, name = tool.id) {
      made += 1;
      return session.call({ id: `call_${made}`, name, arguments: args });
    },
  };
}
