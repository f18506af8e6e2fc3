/** The kept description of a session: enough to resume it. Clearing it clears its approvals. It never holds a tool's origin. */
import type { Variables } from "./requirement.ts";
import type { SecurityMode } from "./rule.ts";

/** The slim description of a session that a store keeps. The mode is the one it was opened with, or what a person chose last. */
export interface SessionManifest {
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly mode: SecurityMode;
  readonly allowlist: readonly string[];
  readonly headless: boolean;
  readonly role: string;
  readonly workspace: string;
  /** The profile that chose its defaults, where one did. */
  readonly profile?: string;
  /** The program that the session was opened for, in its own words: never believed, escaped where it is shown. */
  readonly client?: string;
  /** Bytes that one result could hold, where the session bounded them: replay cuts at the same place. */
  readonly maxResultBytes?: number;
  readonly parentSessionId?: string;
  /** The agent that works in it: the type of a subagent. */
  readonly agent?: string;
  readonly depth: number;
  /** Ids of the tools the session had, without where they came from. */
  readonly tools: readonly string[];
  /** The values of `{workspace}`, `{scratch}` and the others: without them no rule could be read again later. */
  readonly variables?: Variables;
  /** The kind of sandbox that held, "none" where none did: verdicts depend on it. */
  readonly sandbox?: string;
  /** Its level: how much the sandbox held. */
  readonly sandboxLevel?: "full" | "plain" | "bound" | "none";
  /** The process that held it last; one that has no end and whose process is gone was cut off. */
  readonly heldBy?: string;
}
