/** A decision about a change set that waited: a person landed it, or threw it away, after the call itself was settled. */
import type { Landing, ToolResult } from "@toolplane/contract";

export interface LandingEntry {
  /** The session and the call that made the set. */
  readonly sessionId: string;
  readonly callId: string;
  readonly action: "land" | "drop";
  /** The person, as the host names them. */
  readonly by: string;
  readonly paths: readonly string[];
  /** Paths that the person left out. */
  readonly without: readonly string[];
  /**
   * The result that the call would have given, where its process ended before it could: a session that goes on needs it
   * a second time.
   */
  readonly held?: ToolResult;
  /** The outcome; null before it is tried. */
  readonly landing: Landing | null;
}
