/** The few kinds of rows in a record. Whether a call came to an output stands in the header, so dropping payloads does not hide it. */

/** Every type of row with one sentence. */
export const ROW_TYPES = {
  "session-open": "A session was opened or resumed; its manifest.",
  "session-close": "A session was closed.",
  "call-intent": "A call that is more than reads is about to be executed.",
  approval: "A person's word let a call through or stopped it.",
  "call-succeed": "A call has its output.",
  "call-fail": "A call came to `execute` and has an error: failed, timed out or cancelled.",
  "call-refuse": "A call was settled before `execute`: refused, skipped or cancelled.",
  "record-gap":
    "Calls that could not be recorded while the store was out of reach, by count and id.",
} as const satisfies Readonly<Record<string, string>>;

/** The type of a row. */
export type RowType = keyof typeof ROW_TYPES;

/** True for the row that holds a call's result. */
export function isSettleType(type: string): boolean {
  return type === "call-succeed" || type === "call-fail" || type === "call-refuse";
}
