/**
 * S3's result and the envelope. Two rules meet here: S3 ends the run on a failure that does
 * not ask to go on, while S1 and S4 hand every error back to the model. So a result that a tool wrote in S3's shape comes
 * back word for word, and an error that the road itself made says `needsFollowup` where the model can do something else
 * about it.
 *
 * S3's fields that the envelope has no place for (further properties, `error` on a success, `data` on a failure) travel in
 * `details.harness`, which no model sees.
 */
import {
  type FlowHints,
  type OutputResult,
  RECOVERABLE_ERRORS,
  type ResultMetadata,
  type ToolResult,
} from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";

/** S3's ToolResult. Open: further properties are kept. */
export interface HarnessResult {
  readonly success: boolean;
  readonly terminal?: boolean;
  readonly needsFollowup?: boolean;
  readonly nextAction?: string;
  readonly message?: string;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly [extra: string]: unknown;
}

const FIELD_TYPES: Readonly<Record<string, "boolean" | "string" | "object">> = {
  terminal: "boolean",
  needsFollowup: "boolean",
  nextAction: "string",
  message: "string",
  error: "string",
  data: "object",
};

/** Says what keeps a value from being a harness result, or null when it is one. */
export function describeHarnessFault(value: unknown): string | null {
  if (!isRecord(value)) return "a result must be an object";
  if (typeof value.success !== "boolean") return "success must be true or false";
  for (const [field, type] of Object.entries(FIELD_TYPES)) {
    const member = value[field];
    if (member === undefined) continue;
    const fits = type === "object" ? isRecord(member) : typeof member === type;
    if (!fits) return `${field} must be ${type === "object" ? "an object" : `a ${type}`}`;
  }
  return null;
}

/** The envelope in S3's shape. Data that is no object goes to `data.value`. */
export function toHarnessResult(result: ToolResult): HarnessResult {
  const kept = keptOf(result);
  const data = result.type === "output" ? harnessData(result) : {};
  const facts = factsOf(result);
  if (kept) return { ...kept, success: result.type === "output", ...data, ...facts };
  const flow = flowFields(result.flow);
  if (result.type === "output") return { success: true, ...flow, ...data, ...facts };
  const goesOn =
    RECOVERABLE_ERRORS[result.code] && flow.terminal !== true ? { needsFollowup: true } : {};
  return { success: false, ...goesOn, ...flow, error: result.error_text, ...facts };
}

/** A result in S3's shape as the envelope. The reverse of {@link toHarnessResult}, and nothing is lost. */
export function fromHarnessResult(harness: HarnessResult): ToolResult {
  const flow = hintsOf(harness);
  const common = {
    ...(Object.keys(flow).length > 0 ? { flow } : {}),
    metadata: { duration_ms: 0 },
  };
  if (harness.success) {
    const { data, ...rest } = harness;
    const extras = Object.keys(rest).some(
      (key) => !Object.hasOwn(FLOW_NAMES, key) && key !== "success",
    );
    const details = extras ? { details: { harness: rest } } : {};
    return { type: "output", data: data ?? null, ...details, ...common };
  }
  return {
    type: "error",
    code: "failed",
    error_text: harness.error ?? harness.message ?? "The tool failed.",
    details: { harness },
    ...common,
  };
}

/** The tool's own result in S3's shape, when this result still is that one: a cut or refused result has its own words. */
function keptOf(result: ToolResult): Readonly<Record<string, unknown>> | null {
  const kept = isRecord(result.details) ? result.details.harness : null;
  if (!isRecord(kept)) return null;
  return kept.success === (result.type === "output") ? kept : null;
}

function harnessData({ data }: OutputResult): Pick<HarnessResult, "data"> {
  if (data === null || data === undefined) return {};
  return { data: isRecord(data) ? data : { value: data } };
}

/** The facts that a reader of a cut or foreign output needs; S3's shape is open, so S1's own names serve. */
function factsOf({ metadata }: ToolResult): { readonly metadata?: Partial<ResultMetadata> } {
  const { truncated, output_path, untrusted } = metadata;
  if (!truncated && !untrusted) return {};
  return {
    metadata: {
      ...(truncated ? { truncated } : {}),
      ...(output_path ? { output_path } : {}),
      ...(untrusted ? { untrusted } : {}),
    },
  };
}

const FLOW_NAMES: Readonly<Record<string, keyof FlowHints>> = {
  terminal: "terminal",
  needsFollowup: "needs_followup",
  nextAction: "next_action",
  message: "message",
};

function flowFields(flow: FlowHints | undefined): Partial<HarnessResult> {
  const fields: Record<string, unknown> = {};
  for (const [name, hint] of Object.entries(FLOW_NAMES)) {
    if (flow?.[hint] !== undefined) fields[name] = flow[hint];
  }
  return fields;
}

function hintsOf(harness: HarnessResult): FlowHints {
  const hints: Record<string, unknown> = {};
  for (const [name, hint] of Object.entries(FLOW_NAMES)) {
    if (harness[name] !== undefined) hints[hint] = harness[name];
  }
  return hints;
}
