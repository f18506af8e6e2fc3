/** The agent behind the protocol, as a port. Its owner fills this in; nothing here knows of models, loops or folders. */
import type {
  Answer,
  Question,
  SecurityMode,
  ShownChanges,
  ToolCallText,
  ToolKind,
  ToolplaneEvent,
} from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";

/** A person's answer, or that there was none. */
export type AcpAnswer = Answer | { readonly choice: "none"; readonly why: string };

/** Works out one more line for a card while a person reads it; null: there is nothing to say. The signal ends it with the question. */
export type LaterLine = (question: Question, signal: AbortSignal) => Promise<string | null>;

/** A server that the editor wants the agent to use, in the editor's words. */
export type AcpServer =
  | {
      readonly kind: "program";
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "address";
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface AcpSessionRequest {
  /** Absolute. */
  readonly cwd: string;
  readonly servers: readonly AcpServer[];
}

/** Something to agree to that is no call: to start a server, say. */
export interface AcpConsent {
  /** The same for the same thing. */
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/** The editor, as one session of it can be asked. */
export interface AcpEditor {
  /** Its own name; null when it gives none. */
  readonly name: string | null;
  /** Puts a question to the person; a line that is worked out meanwhile is added to its card. Never rejects. */
  ask(question: Question, signal: AbortSignal, later?: LaterLine): Promise<AcpAnswer>;
  /** Asks whether the person agrees; `none` without an answer. Never rejects. */
  consent(consent: AcpConsent, signal: AbortSignal): Promise<"once" | "always" | "reject" | "none">;
  /** A file's text as the editor has it, saved or not; null where it has none. Absent where it offers no files. */
  readonly readText?: (path: string, signal: AbortSignal) => Promise<string | null>;
  /** Has the editor write a file's text and show it. Absent where it offers no files. */
  readonly writeText?: (path: string, text: string, signal: AbortSignal) => Promise<void>;
}

/** A person's message: their own words, and what they pointed at. */
export interface AcpPrompt {
  readonly words: string;
  /** Files, pages and selections, with their text. */
  readonly attached: readonly { readonly uri: string; readonly text: string }[];
  /** Base64. */
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
}

/** How a turn ended. `limit`: a bound of the agent's own. */
export type AcpOutcome =
  | { readonly status: "done" | "cancelled" }
  | { readonly status: "refused"; readonly message: string }
  | { readonly status: "limit"; readonly by: "tokens" | "turns"; readonly message: string }
  | { readonly status: "failed"; readonly message: string };

export type AcpEvent =
  | ToolplaneEvent
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "thought"; readonly delta: string }
  /** The model wants these calls; each is reported again when it begins and when it settles. */
  | { readonly type: "calls"; readonly calls: readonly ToolCallText[] }
  | { readonly type: "mode"; readonly mode: SecurityMode }
  /** The files that a command changed, after its call has settled. */
  | ({ readonly type: "call-changes"; readonly callId: string } & ShownChanges);

/** One entry of a conversation that is shown again. */
export type AcpPast =
  | { readonly role: "person"; readonly text: string }
  | { readonly role: "agent"; readonly text: string; readonly calls: readonly ToolCallText[] }
  | {
      readonly role: "call";
      readonly callId: string;
      readonly text: string;
      readonly isError: boolean;
    };

export interface AcpSession {
  readonly id: string;
  readonly cwd: string;
  kindOf(tool: string): ToolKind;
  mode(): SecurityMode;
  /** Throws a ToolError where it may not be changed. */
  setMode(mode: SecurityMode): void;
  /** Commands that a person can begin a message with, behind a slash. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  past(): readonly AcpPast[];
  on(listener: (event: AcpEvent) => void): () => void;
  /** Works on it. Rejects only for a fault of its own: how it ended is the outcome. */
  prompt(prompt: AcpPrompt, signal: AbortSignal): Promise<AcpOutcome>;
  /** Stops what runs and lets go of it. Safe to call twice. */
  close(): Promise<void>;
}

export interface AcpSessionRow {
  readonly id: string;
  readonly cwd: string;
  readonly title?: string;
  readonly updatedAtMs?: number;
}

/** The agent. The client gets its rejections in their own words: a ToolError or a ConfigurationError. */
export interface AcpAgent {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly clock: Clock;
  /** True when pictures in a prompt reach the model. */
  readonly takesImages: boolean;
  open(request: AcpSessionRequest, editorOf: (sessionId: string) => AcpEditor): Promise<AcpSession>;
  /** A session that was. Rejects with a ToolError `not_found`. */
  load(
    id: string,
    request: AcpSessionRequest,
    editorOf: (sessionId: string) => AcpEditor,
  ): Promise<AcpSession>;
  /** Newest first; `cursor` from the page before. */
  list(query: { readonly cwd?: string; readonly cursor?: string }): Promise<{
    readonly sessions: readonly AcpSessionRow[];
    readonly nextCursor?: string;
  }>;
}
