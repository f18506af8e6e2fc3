/**
 * A server's offers beside tools. A server without any declares none to its clients. Every function may reject with a
 * ToolError: `not_found` and `invalid_input` become the protocol's own errors with its words, and anything else a
 * failure without details. Lists are cut into pages, and the provider bounds what is read.
 */
import type {
  ClientMethod,
  ClientRequest,
  Json,
  JsonObject,
  ToolCall,
  ToolResult,
} from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";

export interface OfferContext {
  /** Its session: whatever is done for it is judged and recorded there. */
  readonly session: Session;
  readonly signal: AbortSignal;
  /** Makes a call in its session, down the road; what that asks is put to this client. Never rejects. */
  call(call: Omit<ToolCall, "id">): Promise<ToolResult>;
  /** True when the client said that it answers this. */
  answers(method: ClientMethod): boolean;
  /** Puts requests to the client and settles with an answer each; see `ClientService`. */
  request(
    requests: Readonly<Record<string, ClientRequest>>,
  ): Promise<Readonly<Record<string, JsonObject>>>;
}

export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

export interface McpResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Text, or bytes as base64. */
export type McpResourceContent = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

export interface McpResources {
  list(context: OfferContext): Promise<readonly McpResource[]>;
  templates?(context: OfferContext): Promise<readonly McpResourceTemplate[]>;
  /** Null: there is none of this address. */
  read(uri: string, context: OfferContext): Promise<readonly McpResourceContent[] | null>;
  /** Calls the listener when one of them changed, or (with null) when there are others; returns how to stop. */
  onChange?(listener: (uri: string | null) => void): () => void;
}

export interface McpPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
}

/** A prompt, filled in: messages in the protocol's own shape. */
export interface McpPromptText {
  readonly description?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: Json }[];
}

export interface McpPrompts {
  list(context: OfferContext): Promise<readonly McpPrompt[]>;
  /** Null: there is none of this name. */
  get(
    prompt: { readonly name: string; readonly arguments: Readonly<Record<string, string>> },
    context: OfferContext,
  ): Promise<McpPromptText | null>;
  onChange?(listener: () => void): () => void;
}

/** The thing to complete: an argument of a prompt, or of a resource template. */
export interface McpCompletion {
  readonly of: { readonly prompt: string } | { readonly template: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments that were filled in before. */
  readonly filled: Readonly<Record<string, string>>;
}

/** Suggests values, the best first. */
export type McpComplete = (
  completion: McpCompletion,
  context: OfferContext,
) => Promise<readonly string[]>;

/** All of it; null where there is none. */
export interface McpOffers {
  readonly resources: McpResources | null;
  readonly prompts: McpPrompts | null;
  readonly complete: McpComplete | null;
}
