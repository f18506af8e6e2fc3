/** Tells a model how a command ended: one line for each thing that happened, with what to try. Nothing for plain success. */
import {
  describeLanding,
  describeWalls,
  type Landing,
  type ProcessResult,
} from "@toolplane/contract";

const TAIL_CHARS = 3_000;
/** How much of the end of a long output is worth reading first. */
const END_BYTES = 20_000;

/** The note, or null when there is nothing to say. */
export function describeEnd(result: ProcessResult, callId: string): string | null {
  const lines = [
    ...describeExit(result),
    ...describeWalls(result.report),
    ...describeChanges(result, callId),
    ...describeRest(result),
  ];
  return lines.length === 0 ? null : lines.join("\n");
}

/** The error of a command that ran too long. */
export function describeTimeout(
  result: ProcessResult,
  {
    timeoutMs,
    maxMs,
    callId,
  }: { readonly timeoutMs: number; readonly maxMs: number; readonly callId: string },
): string {
  const longer =
    timeoutMs < maxMs ? `Give a larger timeout_ms (at most ${maxMs}), or start it` : "Start it";
  return [
    `The command ran longer than ${timeoutMs} ms and was stopped. ${longer} with the background tool if it is meant to run on.`,
    ...describeWalls(result.report),
    ...describeChanges(result, callId),
    ...describeTail(result),
  ].join("\n");
}

function describeExit({ exitCode, signal }: ProcessResult): readonly string[] {
  if (signal !== null) return [`[ended by ${signal}]`];
  if (exitCode === 0) return [];
  return [exitCode === null ? "[ended without an exit code]" : `[exit code ${exitCode}]`];
}

/** Describes a landing that is not plain. A model expects that all changes landed, so that is not mentioned. */
function describeChanges({ report }: ProcessResult, callId: string): readonly string[] {
  const { landing } = report;
  return landing === undefined || landedWhole(landing)
    ? []
    : [`[${describeLanding(landing, callId)}]`];
}

function landedWhole({ state, refused = [], heldBack = 0 }: Landing): boolean {
  return state === "landed" && refused.length + heldBack === 0;
}

function describeRest({ outputPath, outputBytes }: ProcessResult): readonly string[] {
  if (outputPath === undefined) return [];
  const from = Math.max(0, outputBytes - END_BYTES);
  return [
    `[It printed ${outputBytes} bytes. Its end: read ${outputPath} with byte_offset=${from}]`,
  ];
}

function describeTail({ output, outputPath, outputBytes }: ProcessResult): readonly string[] {
  if (output === "") return ["It printed nothing."];
  if (outputPath !== undefined) return describeRest({ outputPath, outputBytes } as ProcessResult);
  const tail = output.slice(-TAIL_CHARS).toWellFormed();
  return [`${tail.length < output.length ? "The end of its output:" : "Its output:"}\n${tail}`];
}
