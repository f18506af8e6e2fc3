/** What is kept of a session (S0): enough to resume it. Clearing it clears its approvals. It never holds a tool's origin. */
import type { SecurityMode } from "./rule.ts";

/** The slim description of a session that a store keeps. The mode is fixed at the start. */
export interface SessionManifest {
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly mode: SecurityMode;
  readonly allowlist: readonly string[];
  readonly headless: boolean;
  readonly role: string;
  readonly workspace: string;
  readonly parentSessionId?: string;
  readonly depth: number;
  /** Ids of the tools the session had, without where they came from. */
  readonly tools: readonly string[];
}
