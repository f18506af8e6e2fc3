/**
 * The program at the other end of a session, where it speaks MCP: it may have a person before a form, a model, folders of its
 * own, and a log. A tool that uses it names what it wants in the protocol's own words, and finds out first what is there.
 */
import type { ClientMethod, ClientRequest } from "../call/client-request.ts";
import type { Json, JsonObject } from "../schema/json-schema.ts";

/** How grave a line of a client's log is. */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** Service of a session with an MCP client. `callId` is the call's own: what is asked belongs to it and ends with it. */
export interface ClientService {
  /** True when the client said that it answers this. */
  answers(callId: string, method: ClientMethod): boolean;
  /**
   * Puts all of these to the client at once and settles with an answer each, as the client gave them: text from outside. The
   * call's deadline runs on. Of a remote tool they are masked, put down in the record and judged: what would be a form goes
   * through the one queue of questions, and anything else needs a rule or a person; the deadline is paused. Rejects with a ToolError: `unavailable` when the client does not answer one of them or is gone.
   */
  request(
    callId: string,
    requests: Readonly<Record<string, ClientRequest>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, JsonObject>>>;
  /**
   * Writes to the client's log; nothing where the client wants no such line. `source`: who says so, where it is not us. Never
   * throws.
   */
  log(callId: string, level: LogLevel, data: Json, source?: string): void;
}
