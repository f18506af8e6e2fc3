/** `toolplane/record`: what was recorded, for programs. Everything works on a store and, where the chain is checked, its key. */

export { type LastingEffect, lastingEffects } from "../record/changes/lasting-effects.ts";
export { type MovedChanges, moveChanges } from "../record/changes/move-changes.ts";
export {
  type FileMove,
  type MoveAction,
  type MoveChoice,
  type MoveObstacle,
  planMoves,
} from "../record/changes/plan-moves.ts";
export { createRecordedHost } from "../record/create-recorded-host.ts";
export { exportJsonLines, type JsonLinesOptions } from "../record/export/export-jsonl.ts";
export {
  exportOtlp,
  type OtlpAttribute,
  type OtlpSpan,
  type OtlpTraces,
  type OtlpValue,
} from "../record/export/export-otlp.ts";
export { type Posted, type PostOptions, postOtlp } from "../record/export/post-otlp.ts";
export { type FoundSession, findSession } from "../record/sessions/find-session.ts";
export { type KeptHead, keptHeadLine, readKeptHeads } from "../record/sessions/kept-head.ts";
export {
  listSessions,
  type SessionPage,
  type SessionQuery,
} from "../record/sessions/list-sessions.ts";
export {
  type LoadedSession,
  loadSession,
  type UnsettledCall,
} from "../record/sessions/load-session.ts";
export {
  type OpenReplayKernel,
  type ReplayedSession,
  replaySession,
} from "../record/sessions/replay-session.ts";
export type { SessionState, SessionSummary } from "../record/sessions/session-summary.ts";
export { type Verified, verifySession } from "../record/sessions/verify-session.ts";
export {
  type SessionAnswer,
  type VerifiedStore,
  type VerifyStoreOptions,
  verifyStore,
} from "../record/sessions/verify-store.ts";
