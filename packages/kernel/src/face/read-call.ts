/**
 * Reads what a caller hands in, once: a getter that answers differently the second time, or a proxy that throws, must not get
 * past the check or out of the road. A call never throws, not even over the call itself.
 */
import { describeCallFault, type ToolCall, type ToolCallText } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";

/** The call as plain data, or what is wrong with it. */
export type ReadCall =
  | { readonly fault: null; readonly call: ToolCall | ToolCallText }
  | { readonly fault: string };

/** Copies the call's own members and checks the copy. */
export function readCall(given: unknown): ReadCall {
  try {
    const plain = isRecord(given);
    const call: unknown = plain ? { ...given } : given;
    const fault = describeCallFault(call);
    return fault === null ? { fault, call: call as ToolCall } : { fault };
  } catch {
    return { fault: "the call could not be read" };
  }
}
