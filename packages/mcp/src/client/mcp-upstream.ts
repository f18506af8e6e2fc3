/**
 * An upstream: one MCP server whose tools we use. It connects when it is first needed, comes back by itself after a
 * failure, and is never waited for without a bound. Everything that it sends is text from outside: bounded, cleaned and
 * marked before it is shown. The owner of the upstream registers what it offers, and only at a turn's end.
 */
import type { JsonObject } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { UpstreamLimits } from "./bounds/upstream-limits.ts";
import type { UpstreamCatalog } from "./catalog/upstream-catalog.ts";
import type { UpstreamServer } from "./connection/upstream-server.ts";
import type { LifeFacts } from "./life/life-facts.ts";
import type { QuarantinedTool } from "./tool/read-definition.ts";
import type { UpstreamTool } from "./tool/tool-list.ts";
import type { McpTransport } from "./transport/mcp-transport.ts";

export interface UpstreamHealth extends LifeFacts {
  /** Its own description when it last connected. */
  readonly server?: UpstreamServer;
  /** The last of what it logged and wrote to its standard error, cleaned and bounded. */
  readonly notes: readonly string[];
  /** Lines and messages that were no JSON-RPC, or answered nothing that was asked. */
  readonly garbage: number;
}

/** `health`: the state or its message; `tools`, `resources`, `prompts`: that list was read again and differs. */
export type UpstreamChange = "health" | "tools" | "resources" | "prompts";

export interface McpUpstream extends UpstreamCatalog {
  readonly name: string;
  health(): UpstreamHealth;
  /**
   * Connects and lists, where that has not been done. Settles when it is ready or has failed for the first time; never rejects.
   */
  start(): Promise<UpstreamHealth>;
  /** The server's offer when its list was last read. */
  tools(): readonly UpstreamTool[];
  quarantined(): readonly QuarantinedTool[];
  /** While it said that its tools are others now and they are not read yet: settles when they are, or cannot be. Else null. */
  reading(): Promise<unknown> | null;
  /**
   * Makes the tool of a definition that was kept, so that a server need not run before the first call of one of its
   * tools. A call starts it, and is refused when the server has another definition under that name by now.
   */
  restore(definition: JsonObject): UpstreamTool | QuarantinedTool;
  /** Returns how to stop listening. A listener that throws is dropped. */
  onChange(listener: (change: UpstreamChange) => void): () => void;
  /** Ends the connection and makes a new one, whatever the state; calls in flight end as `unavailable`. Never rejects. */
  restart(): Promise<UpstreamHealth>;
  /** Ends the connection until its next use, whatever the state; calls in flight end as `unavailable` and say why. Never rejects. */
  stop(why?: string): Promise<void>;
  /** The next use that finds no call under way makes a new connection: its server could touch more then. */
  refreshWhenIdle(): void;
  /** Ends the connection for good; calls in flight end as `unavailable`. Never rejects; safe to call twice. */
  close(): Promise<void>;
}

export interface McpUpstreamOptions {
  /** The server's name among the sources of this person: what rules call it. */
  readonly name: string;
  /**
   * Opens a fresh transport: a channel to a program, or requests to an address. Called for every connection; `signal` ends an
   * attempt that takes too long. What it rejects with is the reason that people read.
   */
  connect(signal: AbortSignal): Promise<McpTransport>;
  readonly clock: Clock;
  readonly limits?: Partial<UpstreamLimits>;
  /** The id under which a tool is registered; `mcp__server__tool` unless given. Two tools never share one. */
  readonly toolId?: (remoteName: string) => string;
  /** One call at a time, in the order in which they came. */
  readonly serialized?: boolean;
  /**
   * `ask` (unless given): a question that the server raises during a call goes to the person behind that call.
   * `decline`: no person is ever asked. A question outside a call is always declined.
   */
  readonly questions?: "ask" | "decline";
  /**
   * Calls come from programs that may have a model and folders of their own, and a server may ask for them during a
   * call. Unless given, the server sees no such capability: some servers have other tools then.
   */
  readonly forwards?: boolean;
  /** Folders that the server may work in, as it is shown them. */
  readonly roots?: readonly { readonly uri: string; readonly name?: string }[];
  /** Advice where a person must sign in: follows the reason, in health and in a call's error. */
  readonly signInHint?: string;
  /** The name and version that servers see. */
  readonly client?: { readonly name: string; readonly version: string };
  /** Uses this revision and no other. Without it the newest that both know. */
  readonly revision?: "2025-11-25" | "2026-07-28";
}
