/** Settles changes that waited for an answer when their run goes on. `library` brings it. */
import type { ChangeSet, Landing, ToolResult } from "@toolplane/contract";

export interface AnsweredLandings {
  show(callId: string, sessionId: string): Promise<ChangeSet | null>;
  /** The result that the call would have given; null where it was not kept. */
  held(callId: string, sessionId: string): Promise<ToolResult | null>;
  /** Rejects with a ToolError as landing by hand does. */
  land(callId: string, options: AnsweredLanding): Promise<Landing>;
  drop(callId: string, options: Pick<AnsweredLanding, "sessionId" | "by">): Promise<Landing>;
}

interface AnsweredLanding {
  readonly sessionId: string;
  /** Name of the one who answered, for the record. */
  readonly by: string;
  readonly without: readonly string[];
  /** The paths that were asked about; whatever else asks by now waits on. */
  readonly asked: readonly string[];
  /** Digest of the contents of the files that were asked about; a set that holds anything else waits on. */
  readonly contents: string;
}
