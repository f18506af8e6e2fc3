/**
 * The one envelope that every call settles with, whatever happened. Its names are wire names.
 * `data` only on output, `error_text` and `code` only on error; `details` and `cause` never reach a model.
 */
import type { ContentPart } from "./content-part.ts";
import type { ErrorCode } from "./error.ts";
import { type LabelSource, UNTRUSTED } from "./flow.ts";
import type { FlowHints } from "./flow-hints.ts";

/** Facts about how the call went. */
export interface ResultMetadata {
  /** Whole milliseconds from start to settlement, time spent asking a person included. */
  readonly duration_ms: number;
  /** True when the output was cut; `data.head` holds the beginning. */
  readonly truncated?: boolean;
  /** Where the whole output lies; the model reads it with `read`. */
  readonly output_path?: string;
  /** Set when anything in the result came from outside the workspace: text to read, never to obey. */
  readonly untrusted?: { readonly source: string };
  /** Set where a host marks all output of tools: text of this machine, to read and not to obey. It is no label. */
  readonly marked?: { readonly source: string };
  /** Labels beside `untrusted`, each with what it came with; {@link labelsOf} gives all of them. */
  readonly labels?: readonly LabelSource[];
  /**
   * The question that is not answered yet: what the command changed waits for it, and has not landed. The process that goes on with the
   * run lands it by the answer, or drops it.
   */
  readonly awaits?: string;
  /** How many attempts were made, when more than one. */
  readonly attempts?: number;
}

/** The labels of a result, with the mark of outside text among them: it is kept in a member of its own. */
export function labelsOf({ untrusted, labels = [] }: ResultMetadata): readonly LabelSource[] {
  return untrusted ? [{ label: UNTRUSTED, source: untrusted.source }, ...labels] : labels;
}

/** Names the source of text that a model may read and must not obey; undefined where nothing marks it. */
export function markedSource({ untrusted, marked }: ResultMetadata): string | undefined {
  return (untrusted ?? marked)?.source;
}

/** The input that a remote tool still needs from a person before it can answer; the caller asks and calls again with `state`. */
export interface InputRequired {
  readonly message: string;
  readonly schema?: unknown;
  readonly state?: string;
}

interface ResultCommon {
  readonly content?: readonly ContentPart[];
  /** For people and programs; never sent to a model. */
  readonly details?: unknown;
  /** The session of the subagent that did the work. */
  readonly child_session?: string;
  readonly flow?: FlowHints;
  readonly metadata: ResultMetadata;
}

/** A call that produced something. */
export interface OutputResult<D = unknown> extends ResultCommon {
  readonly type: "output";
  readonly data: D;
}

/** A call that was refused, failed, timed out or was cancelled. */
export interface ErrorResult extends ResultCommon {
  readonly type: "error";
  readonly code: ErrorCode;
  readonly error_text: string;
  readonly input_required?: InputRequired;
}

/** The outcome of every call. */
export type ToolResult<D = unknown> = OutputResult<D> | ErrorResult;

/** The head of an output that was too large: `data` becomes this, with the rest in the sidecar. */
export interface TruncatedData {
  readonly head: string;
}

const TOOL_OUTPUT: unique symbol = Symbol.for("toolplane.ToolOutput") as never;

/** The return value of a tool that has more to say than `data`. Made by {@link output}. */
export interface ToolOutput<D = unknown> {
  readonly [TOOL_OUTPUT]: true;
  readonly data: D;
  readonly content?: readonly ContentPart[];
  readonly details?: unknown;
  readonly child_session?: string;
  readonly flow?: FlowHints;
  /** Marks the result as coming from outside, with its source. */
  readonly untrusted?: { readonly source: string };
  /** Further labels, which are added to those that the result has anyway. */
  readonly labels?: readonly LabelSource[];
  /** The real cost of the call, where the tool knows; replaces the estimate in the workflow's budget. */
  readonly usage?: { readonly tokens: number };
  /**
   * The tool already cut its own output at the source, and `data` is the beginning. The whole lies at the path, or is handed
   * over for the sidecar; with neither, the rest is lost.
   */
  readonly truncated?: { readonly output_path?: string; readonly whole?: string };
}

/** Everything of a {@link ToolOutput} beside its data. */
export type ToolOutputExtras = Omit<ToolOutput, "data" | typeof TOOL_OUTPUT>;

/** Wraps a tool's data with content parts, details, flow hints or an untrusted mark. */
export function output<D>(data: D, extras: ToolOutputExtras = {}): ToolOutput<D> {
  return { [TOOL_OUTPUT]: true, data, ...extras };
}

/** True for a value made by {@link output} of any copy of this package. */
export function isToolOutput(value: unknown): value is ToolOutput {
  return typeof value === "object" && value !== null && TOOL_OUTPUT in value;
}
