/**
 * An upstream: one MCP server whose tools we use. It connects when it is first needed, comes back by itself after a failure, and
 * is never waited for without a bound. Everything that it says is text from outside: bounded, cleaned and marked before anybody
 * reads it. What it offers is registered by whoever made the upstream, and only at a turn's end.
 */
import type { Clock, Json, JsonObject, Tool } from "@toolplane/contract";
import type { McpTransport } from "./mcp-transport.ts";
import type { UpstreamLimits } from "./upstream-limits.ts";

/**
 * `stopped`: nobody needed it yet, or it was closed. `starting`: connecting or listing. `ready`: calls go through. `waiting`: the
 * connection broke and is tried again at `retryAtMs`. `unauthorized`: a person must sign in. `failed`: it broke too often, or
 * can never work; only `restart` tries again.
 */
export type UpstreamState =
  | "stopped"
  | "starting"
  | "ready"
  | "waiting"
  | "unauthorized"
  | "failed";

export interface UpstreamHealth {
  readonly state: UpstreamState;
  /** What happened, in a sentence for people; empty where there is nothing to say. */
  readonly message: string;
  /** Wall clock. */
  readonly sinceMs: number;
  /** Set while `waiting`. Wall clock. */
  readonly retryAtMs?: number;
  /** How often it broke since it was last well for a while. */
  readonly failures: number;
  /** What it said of itself when it last connected. */
  readonly server?: UpstreamServer;
  /** The last of what it logged and wrote to its standard error, cleaned and bounded. */
  readonly notes: readonly string[];
  /** Lines and messages that were no JSON-RPC, or answered nothing that was asked. */
  readonly garbage: number;
}

export interface UpstreamServer {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly instructions?: string;
  /** The revision of the protocol that was agreed on. */
  readonly revision: string;
  readonly offers: {
    readonly tools: boolean;
    readonly resources: boolean;
    readonly prompts: boolean;
    readonly completions: boolean;
  };
}

/** One tool of the server. */
export interface UpstreamTool {
  /** Its name on the server: what is sent when it is called. */
  readonly remoteName: string;
  /** The whole definition exactly as the server sent it: what a pin is a digest of. */
  readonly definition: JsonObject;
  /** Ready to register with `{ layer: "mcp", source: upstream.name }`. */
  readonly tool: Tool;
}

/** A tool that is not offered to anybody, and why. One odd definition costs one tool, not the list. */
export interface QuarantinedTool {
  readonly remoteName: string;
  readonly reason: string;
}

export interface UpstreamResource {
  /** For a template: the template. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly isTemplate: boolean;
}

/** Text, or bytes as base64. */
export type UpstreamContent =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

export interface UpstreamPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
}

/** A prompt, filled in: messages in the protocol's own shape, cleaned. */
export interface UpstreamPromptText {
  readonly description?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: Json }[];
}

/** What is to be completed: an argument of a prompt, or of a resource template. */
export interface CompletionRequest {
  readonly of: { readonly prompt: string } | { readonly template: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments that were filled in before. */
  readonly filled?: Readonly<Record<string, string>>;
}

export interface RequestBounds {
  readonly signal?: AbortSignal;
}

/** `health`: the state or its message; `tools`, `resources`, `prompts`: that list was read anew and is another one. */
export type UpstreamChange = "health" | "tools" | "resources" | "prompts";

/** Requests below reject with a ToolError and nothing else; none of them outlives its deadline. */
export interface McpUpstream {
  readonly name: string;
  health(): UpstreamHealth;
  /**
   * Connects and lists, where that has not been done. Settles when it is ready or has failed for the first time; never rejects.
   */
  start(): Promise<UpstreamHealth>;
  /** What the server offered when its list was last read. */
  tools(): readonly UpstreamTool[];
  quarantined(): readonly QuarantinedTool[];
  /**
   * Makes the tool of a definition that was kept, so that a server need not run before somebody calls one of its tools. A call
   * starts it, and is refused when the server has another definition under that name by now.
   */
  restore(definition: JsonObject): UpstreamTool | QuarantinedTool;
  resources(bounds?: RequestBounds): Promise<readonly UpstreamResource[]>;
  readResource(uri: string, bounds?: RequestBounds): Promise<readonly UpstreamContent[]>;
  prompts(bounds?: RequestBounds): Promise<readonly UpstreamPrompt[]>;
  getPrompt(
    prompt: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> },
    bounds?: RequestBounds,
  ): Promise<UpstreamPromptText>;
  complete(request: CompletionRequest, bounds?: RequestBounds): Promise<readonly string[]>;
  /** Returns how to stop listening. A listener that throws is not heard of again. */
  onChange(listener: (change: UpstreamChange) => void): () => void;
  /** Ends the connection and makes a new one, whatever the state; calls in flight end as `unavailable`. Never rejects. */
  restart(): Promise<UpstreamHealth>;
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
   * `ask` (unless given): a question that the server raises during a call goes to the person behind that call. `decline`: nobody is
   * ever asked. A question outside a call is always declined.
   */
  readonly questions?: "ask" | "decline";
  /** Folders that the server is told it may work in. */
  readonly roots?: readonly { readonly uri: string; readonly name?: string }[];
  /** What we say we are. */
  readonly client?: { readonly name: string; readonly version: string };
  /** Speaks this revision and no other. Without it the newest that both know. */
  readonly revision?: "2025-11-25" | "2026-07-28";
}
