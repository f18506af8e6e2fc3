/** What somebody did about a change set that waited: they landed it, or threw it away, after the call itself was settled. */
import type { Landing, ToolResult } from "@toolplane/contract";

export interface LandingEntry {
  /** The session and the call that made the set. */
  readonly sessionId: string;
  readonly callId: string;
  readonly action: "land" | "drop";
  /** Who said so, as the host names them. */
  readonly by: string;
  readonly paths: readonly string[];
  /** What they wanted left out. */
  readonly without: readonly string[];
  /** What the call would have given, where its process ended before it could: whoever goes on with it needs it a second time. */
  readonly held?: ToolResult;
  /** What came of it; null before it is tried. */
  readonly landing: Landing | null;
}
