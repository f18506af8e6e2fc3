/**
 * Reads the ToolResult of S3 that a tool returned. Its failure is a failure of the call. Its `message` is for the person, cleaned
 * and bounded, because a tool may have it from anywhere. The model gets the payload, or the error, and the next action. What is
 * no such result stays data: `success` must be there, and every other field of the document must have its type.
 */
import {
  type ContentPart,
  output,
  ToolError,
  type ToolErrorOptions,
  type ToolOutputExtras,
} from "@toolplane/contract";
import { cutEnd, stripHidden, stripToLine } from "@toolplane/readings";
import { describeHarnessFault, fromHarnessResult, type HarnessResult } from "./harness-result.ts";

const MAX_MESSAGE = 2_000;
const MAX_ACTION = 500;

/** Reads what a tool returned; gives the same object where it is no ToolResult of S3. */
export function readHarnessOutput(returned: object): unknown {
  if (describeHarnessFault(returned) !== null) return returned;
  const harness = cleaned(returned as HarnessResult);
  const { details, flow } = fromHarnessResult(harness);
  const content = toModel(harness);
  const extras: ToolErrorOptions & ToolOutputExtras = {
    ...(details === undefined ? {} : { details }),
    ...(flow ? { flow } : {}),
    ...(content.length === 0 ? {} : { content }),
  };
  if (harness.success) return output(harness.data ?? null, extras);
  return new ToolError("failed", harness.error ?? harness.message ?? "The tool failed.", extras);
}

function cleaned(harness: HarnessResult): HarnessResult {
  const { message, nextAction, ...others } = harness;
  return {
    ...others,
    ...(message === undefined ? {} : { message: bounded(stripHidden(message).text, MAX_MESSAGE) }),
    ...(nextAction === undefined
      ? {}
      : { nextAction: bounded(stripToLine(nextAction), MAX_ACTION) }),
  };
}

function bounded(text: string, most: number): string {
  return text.length > most ? `${cutEnd(text, most - 1)}…` : text;
}

/** The model reads the message only where it has nothing else to go by: no payload, or a failure to mend. */
function toModel({ success, error, data, message, nextAction }: HarnessResult): ContentPart[] {
  const isNeeded = success ? data === undefined : error !== undefined;
  const texts = [
    ...(isNeeded && message !== undefined ? [message] : []),
    ...(nextAction === undefined ? [] : [`[Next action: ${nextAction}]`]),
  ];
  return texts.map((text) => ({ type: "text", text }));
}
