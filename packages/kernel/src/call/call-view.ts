/**
 * The part of a call that one stage or helper needs, so that its signature says what it reads, what it writes and what
 * of the session it reaches. Types only: every view is a view of the one `CallState`.
 */
import type { SessionState } from "../session/session-state.ts";
import type { CallState } from "./call-state.ts";

/** The members, by what is done with them. */
interface ViewParts {
  readonly reads?: Exclude<keyof CallState, "session">;
  readonly writes?: Exclude<keyof CallState, "session">;
  readonly session?: keyof SessionState;
}

/** A call as far as the parts name it. */
export type CallView<V extends ViewParts> = ReadPart<V> & WrittenPart<V> & SessionPart<V>;

type ReadPart<V extends ViewParts> = V extends {
  readonly reads: infer Name extends keyof CallState;
}
  ? Readonly<Pick<CallState, Name>>
  : unknown;

type WrittenPart<V extends ViewParts> = V extends {
  readonly writes: infer Name extends keyof CallState;
}
  ? Pick<CallState, Name>
  : unknown;

type SessionPart<V extends ViewParts> = V extends {
  readonly session: infer Name extends keyof SessionState;
}
  ? { readonly session: Pick<SessionState, Name> }
  : unknown;
