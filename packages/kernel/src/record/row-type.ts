/** The few kinds of rows in a record. How a call ended stands in the header, so dropping payloads does not hide it. */

export type RowType =
  | "session-open"
  | "session-close"
  | "call-intent"
  | "approval"
  | "call-succeed"
  | "call-fail"
  | "call-refuse"
  | "landing-intent"
  | "landing-done"
  | "landing-drop"
  | "landing-keep"
  | "flow-note"
  | "record-gap";

/** Every type of row with one sentence. */
export const ROW_TYPES: Readonly<Record<RowType, string>> = {
  "session-open": "A session was opened or resumed; its manifest.",
  "session-close": "A session was closed.",
  "call-intent": "A call that is more than reads is about to be executed.",
  approval: "A person's word let a call through or stopped it.",
  "call-succeed": "A call has its output.",
  "call-fail": "A call came to `execute` and has an error: failed, timed out or cancelled.",
  "call-refuse": "A call was settled before `execute`: refused, skipped or cancelled.",
  "landing-intent": "Somebody is about to land or drop by hand what a call had changed.",
  "landing-done": "What a call had changed was landed by hand: by whom, and without what.",
  "landing-drop": "What a call had changed was thrown away by hand.",
  "landing-keep": "It did not land by hand either, and waits on.",
  "flow-note":
    "A person said something, approved a destination, endorsed a source or cleared labels.",
  "record-gap":
    "Calls that could not be recorded while the store was out of reach, by count and id.",
};

/** True for the row that holds a call's result. */
export function isSettleType(type: string): boolean {
  return type === "call-succeed" || type === "call-fail" || type === "call-refuse";
}

/** True for rows about what was done by hand with the changes of a call that had settled. */
export function isLandingType(type: string): boolean {
  return type.startsWith("landing-");
}
