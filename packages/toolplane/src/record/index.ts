/** `toolplane/record`: what was recorded, for programs. Everything works on a store and, where the chain is checked, its key. */
export { createRecordedHost } from "./create-recorded-host.ts";
export { exportJsonLines, type JsonLinesOptions } from "./export-jsonl.ts";
export {
  exportOtlp,
  type OtlpAttribute,
  type OtlpSpan,
  type OtlpTraces,
  type OtlpValue,
} from "./export-otlp.ts";
export { type FoundSession, findSession } from "./find-session.ts";
export { type LastingEffect, lastingEffects } from "./lasting-effects.ts";
export { listSessions, type SessionPage, type SessionQuery } from "./list-sessions.ts";
export { type LoadedSession, loadSession, type UnsettledCall } from "./load-session.ts";
export { type MovedChanges, moveChanges } from "./move-changes.ts";
export {
  type FileMove,
  type MoveAction,
  type MoveChoice,
  type MoveObstacle,
  planMoves,
} from "./plan-moves.ts";
export { type Posted, type PostOptions, postOtlp } from "./post-otlp.ts";
export { type OpenReplayKernel, type ReplayedSession, replaySession } from "./replay-session.ts";
export type { SessionState, SessionSummary } from "./session-summary.ts";
export { type Verified, verifySession } from "./verify-session.ts";
