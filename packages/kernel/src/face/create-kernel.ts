/**
 * The entry: a kernel holds tools and policy, a session makes calls. Wrong configuration throws here, at start-up; from then
 * on nothing throws.
 */
import { createHash } from "node:crypto";
import type { RequirementSet, Tool, ToolLayer } from "@toolplane/contract";
import { createReceipts } from "../approval/receipts.ts";
import type { Replayer } from "../record/replayer.ts";
import { createRedactor } from "../redaction/create-redactor.ts";
import { createRegistry } from "../registry/create-registry.ts";
import type { ToolOrigin } from "../registry/tool-entry.ts";
import { createLocks } from "../schedule/create-locks.ts";
import { createReplayer } from "./create-replayer.ts";
import { createSession } from "./create-session.ts";
import { effectiveRequires } from "./effective-requires.ts";
import type { KernelOptions, SessionOptions } from "./kernel-options.ts";
import type { Session } from "./session.ts";

/** Tools and policy of one host. */
export interface Kernel {
  /** Adds a tool; throws a ConfigurationError when it cannot be admitted. */
  register(tool: Tool, origin?: ToolOrigin): void;
  /** Every registered tool with where it came from. */
  tools(): readonly { readonly tool: Tool; readonly layer: ToolLayer; readonly origin: string }[];
  /** The union of the manifest's and every tool's requirements: what the agent as a whole may ever touch. */
  requires(): RequirementSet;
  session(options?: SessionOptions): Session;
  /** Walks recorded calls again without side effects, on a fresh session of the given options. */
  replayer(options?: SessionOptions): Replayer;
  /** Closes every open session. */
  close(): Promise<void>;
}

/** Makes a kernel. */
export function createKernel(options: KernelOptions): Kernel {
  const registry = createRegistry({ config: options.toolConfig ?? {} });
  for (const tool of options.tools ?? []) registry.register(tool, { layer: "bundled" });
  const { host } = options;
  const shared = {
    options,
    registry,
    redactor: createRedactor({ secrets: options.secrets ?? {} }),
    receipts: createReceipts({
      key: options.receiptKey ?? createHash("sha256").update(host.ids.nonce()).digest(),
      ids: host.ids,
      wallMs: () => host.clock.wallMs(),
    }),
    locks: createLocks(),
    states: new WeakMap(),
  };
  const open = new Set<Session>();
  return {
    register: (tool, origin = { layer: "bundled" }) => registry.register(tool, origin),
    tools: () => registry.list().map(({ tool, layer, origin }) => ({ tool, layer, origin })),
    requires: () =>
      effectiveRequires(
        options.manifest?.requires,
        registry.list().map(({ tool }) => tool.requires),
      ),
    session(sessionOptions = {}) {
      const session = createSession(shared, sessionOptions, () => open.delete(session));
      open.add(session);
      return session;
    },
    replayer: (sessionOptions = {}) => createReplayer(shared, sessionOptions),
    async close() {
      await Promise.all([...open].map((session) => session.close()));
    },
  };
}
