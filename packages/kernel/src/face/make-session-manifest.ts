/**
 * Makes the manifest that is kept of a session. A child takes its parent's values where it gives none, and is never
 * looser or wider than it.
 */
import type { SessionManifest, Variables } from "@toolplane/contract";
import { type Broker, confinesProcesses } from "@toolplane/contract/ports";
import { stricter } from "../session/session-mode.ts";
import type { SessionState } from "../session/session-state.ts";
import type { SessionOptions } from "./options/kernel-options.ts";
import type { Shared } from "./options/shared.ts";

export function makeSessionManifest(
  shared: Shared,
  {
    sessionId,
    session,
    parent,
    variables,
    broker,
    has,
  }: {
    readonly sessionId: string;
    readonly session: SessionOptions;
    readonly parent: SessionState | null;
    readonly variables: Variables;
    readonly broker: Broker | null;
    readonly has: SessionState["has"];
  },
): SessionManifest {
  const { host, profile } = shared.options;
  const above = parent?.manifest ?? session.below;
  return {
    sessionId,
    createdAtMs: session.createdAtMs ?? host.clock.wallMs(),
    ...modeOf(session, parent),
    headless: session.headless ?? !broker,
    role: session.role ?? parent?.manifest.role ?? "agent",
    workspace: session.workspace ?? parent?.manifest.workspace ?? "main",
    ...(profile === undefined ? {} : { profile }),
    ...clientOf(session, parent),
    ...resultBoundOf(session, parent),
    ...(above ? { parentSessionId: above.sessionId } : {}),
    ...(session.agent === undefined ? {} : { agent: session.agent }),
    depth: above ? above.depth + 1 : 0,
    tools: shared.registry.list().flatMap(({ tool }) => (has(tool.id) ? [tool.id] : [])),
    variables,
    sandbox: confinesProcesses(host.sandbox) ? host.sandbox.kind : "none",
    sandboxLevel: host.sandbox.level,
    ...(host.heldBy === undefined ? {} : { heldBy: host.heldBy }),
  };
}

/** A child belongs to the client that opened its parent. */
function clientOf(
  session: SessionOptions,
  parent: SessionState | null,
): Pick<SessionManifest, "client"> {
  const client = session.client ?? parent?.manifest.client;
  return client === undefined ? {} : { client };
}

/** A child's results are bounded as its parent's are, or closer. */
function resultBoundOf(
  { maxResultBytes: own }: SessionOptions,
  parent: SessionState | null,
): Pick<SessionManifest, "maxResultBytes"> {
  const bounds = [own, parent?.manifest.maxResultBytes].filter((bytes) => bytes !== undefined);
  return bounds.length === 0 ? {} : { maxResultBytes: Math.min(...bounds) };
}

/** A child's mode is never looser than its parent's, and an allowlist is never longer. */
function modeOf(
  session: SessionOptions,
  parent: SessionState | null,
): Pick<SessionManifest, "mode" | "allowlist"> {
  if (!parent) return { mode: session.mode ?? "ask", allowlist: session.allowlist ?? [] };
  const { allowlist } = parent.manifest;
  const bound = parent.mode.now();
  const mode = stricter(session.mode ?? bound, bound);
  return { mode, allowlist: bound === "yolo" ? (session.allowlist ?? allowlist) : allowlist };
}
