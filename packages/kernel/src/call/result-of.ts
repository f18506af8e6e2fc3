/** From what a tool returned or threw to the envelope. Anything a tool throws that is not a ToolError is `internal`. */
import {
  isToolError,
  isToolOutput,
  LABEL_PATTERN,
  type LabelSource,
  type ToolOutput,
  type ToolResult,
  UNTRUSTED,
} from "@toolplane/contract";
import { errorCode, showHidden } from "@toolplane/readings";
import type { CallView } from "./call-view.ts";
import { type FreshMetadata, metadataOf } from "./metadata-of.ts";
import { type SettlingCall, settle } from "./settle.ts";

/** A call whose tool came back. */
export type ReturnedCall = SettlingCall &
  CallView<{ reads: "name" | "tool"; writes: "usedTokens"; session: "readOutput" }>;

/** The envelope of a returned value. `undefined` is null on the wire. */
export function resultOf(call: ReturnedCall, returned: unknown): ToolResult {
  if (typeof returned !== "object" || returned === null) {
    return {
      type: "output",
      data: returned === undefined ? null : returned,
      metadata: metadataOf(call),
    };
  }
  const read = isToolError(returned) || isToolOutput(returned) ? returned : readOwn(call, returned);
  if (isToolError(read)) return resultOfError(call, read);
  if (!isToolOutput(read)) return { type: "output", data: read, metadata: metadataOf(call) };
  const { data, content, details, child_session, flow, truncated, usage } = read;
  if (usage) call.usedTokens = usage.tokens;
  return {
    type: "output",
    data: truncated && typeof data === "string" ? ownCut(data, truncated) : data,
    ...(content ? { content } : {}),
    ...(details === undefined ? {} : { details }),
    ...(child_session ? { child_session } : {}),
    ...(flow ? { flow } : {}),
    metadata: metadataOfOutput(call, read),
  };
}

/** A server's answer stays data, also in the hands of a tool that makes calls: it must not end a run or speak to the person. */
function readOwn({ session, tool }: ReturnedCall, returned: object): unknown {
  if (session.readOutput === null || tool === null) return returned;
  if (tool.entry.remote || tool.entry.tool.composite) return returned;
  return session.readOutput(returned);
}

/** The tool's own statement about its text wins: it knows better than its doors where the text comes from. */
function metadataOfOutput(
  call: ReturnedCall,
  { untrusted, labels, truncated }: ToolOutput,
): FreshMetadata {
  const metadata = metadataOf(call);
  if (untrusted) metadata.untrusted = untrusted;
  if (labels) addLabels(metadata, labels);
  if (truncated) metadata.truncated = true;
  if (truncated?.output_path) metadata.output_path = truncated.output_path;
  return metadata;
}

/** A tool, or a server behind it, can only add labels; a word that is none is left out. */
function addLabels(metadata: FreshMetadata, given: readonly LabelSource[]): void {
  const labels = Array.isArray(given) ? given.filter(isLabel).slice(0, MAX_LABELS) : [];
  const outside = labels.find(({ label }) => label === UNTRUSTED);
  if (outside) metadata.untrusted ??= { source: outside.source };
  const others = labels.filter(({ label }) => label !== UNTRUSTED);
  if (others.length > 0) metadata.labels = [...(metadata.labels ?? []), ...others];
}

const MAX_LABELS = 20;

function isLabel(value: unknown): value is LabelSource {
  const { label, source } = (value ?? {}) as Partial<Record<keyof LabelSource, unknown>>;
  return typeof label === "string" && LABEL_PATTERN.test(label) && typeof source === "string";
}

/** The one shape of a cut text, wherever it was cut; the whole is put into a sidecar when the result is bound. */
function ownCut(
  head: string,
  { output_path, whole }: NonNullable<ToolOutput["truncated"]>,
): unknown {
  if (output_path !== undefined) return { head };
  return whole === undefined ? head : { head, whole };
}

/**
 * The envelope of what a tool threw. A session that tells of uncaught errors keeps their own words, without hidden characters;
 * the stage `bound` masks secrets in them and cuts them like any text. A stack is never shown.
 */
export function resultOfThrown(
  call: ReturnedCall & CallView<{ session: "uncaught" }>,
  error: unknown,
): ToolResult {
  const words = call.session.uncaught === "told" && !isToolError(error) ? thrownWords(error) : "";
  if (words === "") return resultOfError(call, error);
  return settle(call, isMissingFile(error) ? "not_found" : "internal", words, { cause: error });
}

/** Anything can be thrown, and reading it can throw again. */
function thrownWords(error: unknown): string {
  try {
    const said: unknown = error instanceof Error ? error.message : error;
    return typeof said === "string" ? showHidden(said.slice(0, MAX_THROWN_LENGTH)).trim() : "";
  } catch {
    return "";
  }
}

/** Far more than a message needs; a thrown document ends here. */
const MAX_THROWN_LENGTH = 4_000;

function isMissingFile(error: unknown): boolean {
  try {
    return errorCode(error) === "ENOENT";
  } catch {
    return false;
  }
}

/** The envelope of something that broke. The model is never shown a stack or a foreign error's text. */
export function resultOfError(call: ReturnedCall, error: unknown): ToolResult {
  if (isToolError(error)) {
    const { code, message, detail, cause, flow, details, content } = error;
    const result = settle(call, code, message, { detail, cause: cause ?? error });
    if (flow === undefined && details === undefined && content === undefined) return result;
    return {
      ...result,
      ...(content ? { content } : {}),
      ...(flow ? { flow } : {}),
      ...(details === undefined ? {} : { details }),
    };
  }
  const text = `${call.name} broke while it ran. Trying the same call again will not help.`;
  return settle(call, "internal", text, { cause: error });
}
