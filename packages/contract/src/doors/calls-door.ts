/** Calls that a running tool makes of other tools. Each walks the whole road on its own, as if the model had made it. */

import type { ToolResult } from "../result/result.ts";
import type { JsonObject, JsonSchema } from "../schema/json-schema.ts";

/** The facts of a tool that are known before it is called. */
export interface CallableTool {
  readonly id: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** The schema of its result, where the tool declares one. */
  readonly output: JsonSchema | null;
}

/**
 * Opened by the capability `calls`, for bundled tools only, and not for a call that was itself made this way. An inner call is
 * judged, asked about and recorded like any other, and takes from the same budget; what its result is labelled with, the outer
 * result carries too.
 */
export interface CallsDoor {
  /** Wall clock when the outer call began; of one that is resumed, when it first did. */
  readonly startedAtMs: number;
  /** Never rejects but for a resumed call that does something else than before: then with `conflict`, and so does every later one. */
  call(name: string, args: JsonObject): Promise<ToolResult>;
  /** The tools of these names that there are; without names, all that a model sees. */
  tools(names?: readonly string[]): readonly CallableTool[];
}

/** An inner call of an earlier run, in the order in which they were made. */
export interface EarlierInnerCall {
  /** Its id in the record that it was read from. */
  readonly callId?: string;
  readonly name: string;
  readonly arguments: JsonObject;
  /** Null: it was begun, and its outcome is not known. */
  readonly result: ToolResult | null;
}

/** An inner call of an earlier run that was stopped while it waited or read: it changed nothing, and is made again. */
export interface StoppedInnerCall {
  /** How often it was begun and stopped; zero where nothing is known of it. */
  readonly stopped: number;
}

/** The record of an earlier run of the same call. */
export interface EarlierRun {
  readonly startedAtMs: number;
  readonly calls: readonly (EarlierInnerCall | StoppedInnerCall)[];
}
