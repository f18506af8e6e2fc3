/** `toolplane/record`: what was recorded, for programs. Everything works on a store and, where the chain is checked, its key. */

export { type LastingEffect, lastingEffects } from "./changes/lasting-effects.ts";
export { type MovedChanges, moveChanges } from "./changes/move-changes.ts";
export {
  type FileMove,
  type MoveAction,
  type MoveChoice,
  type MoveObstacle,
  planMoves,
} from "./changes/plan-moves.ts";
export { createRecordedHost } from "./create-recorded-host.ts";
export { exportJsonLines, type JsonLinesOptions } from "./export/export-jsonl.ts";
export {
  exportOtlp,
  type OtlpAttribute,
  type OtlpSpan,
  type OtlpTraces,
  type OtlpValue,
} from "./export/export-otlp.ts";
export { type Posted, type PostOptions, postOtlp } from "./export/post-otlp.ts";
export { type FoundSession, findSession } from "./sessions/find-session.ts";
export { listSessions, type SessionPage, type SessionQuery } from "./sessions/list-sessions.ts";
export { type LoadedSession, loadSession, type UnsettledCall } from "./sessions/load-session.ts";
export {
  type OpenReplayKernel,
  type ReplayedSession,
  replaySession,
} from "./sessions/replay-session.ts";
export type { SessionState, SessionSummary } from "./sessions/session-summary.ts";
export { type Verified, verifySession } from "./sessions/verify-session.ts";
