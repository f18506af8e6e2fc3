/** The few kinds of rows in a record. The header tells how a call ended, so dropping payloads does not hide it. */

export type RowType =
  /** A session was opened or resumed; its manifest. */
  | "session-open"
  | "session-close"
  /** It was there before there was a chain of sessions; its manifest by then. What is told of its changes begins anew. */
  | "session-before"
  /** Changes of files, which stand in the journal. */
  | "changes"
  | "change-undone"
  | "change-redone"
  /** A call that is more than reads is about to be executed. */
  | "call-intent"
  /** A person's word let a call through or stopped it. */
  | "approval"
  | "call-succeed"
  /** A call came to `execute` and has an error: failed, timed out or cancelled. */
  | "call-fail"
  /** A call was settled before `execute`: refused, skipped or cancelled. */
  | "call-refuse"
  /** A person is about to land or drop by hand what a call had changed. */
  | "landing-intent"
  /** A person landed by hand what a call had changed; the row holds their name and what they left out. */
  | "landing-done"
  /** A person threw away by hand what a call had changed. */
  | "landing-drop"
  /** It did not land by hand either, and waits on. */
  | "landing-keep"
  /** A person said something, approved a destination, endorsed a source or cleared labels. */
  | "flow-note"
  /** A worker has taken a run of the session: what one that had it before it writes for its calls from now on is refused. */
  | "run-claimed"
  /** The outcome of a call whose run another worker had taken meanwhile. It settles nothing: that one may have told its end. */
  | "late-settlement"
  /** Calls that could not be recorded while the store was out of reach, by count and id. */
  | "record-gap";

/** True for the row that holds a call's result. */
export function isSettleType(type: string): boolean {
  return type === "call-succeed" || type === "call-fail" || type === "call-refuse";
}

/** True for rows about what was done by hand with the changes of a call that had settled. */
export function isLandingType(type: string): boolean {
  return type.startsWith("landing-");
}
