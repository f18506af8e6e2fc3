/**
 * The last thing that happens to a result before anybody sees it: secrets are masked, and what is too long for a model is
 * cut to its beginning, with the whole in a sidecar (S1). The order matters: what is measured, cut and written is the
 * masked text, so no sink ever holds more than the model could have been shown.
 *
 * `data` and the text parts of `content` are two views of one output, so each is held to the cap on its own. When either is
 * over, `data` becomes `{ head }`, as the fixed shape wants. A sidecar that cannot be written costs the tail, never the call:
 * the result is cut all the same and only lacks `output_path`. Nothing here throws, and nothing is awaited unless a sidecar
 * is written, because every call of every tool comes through.
 */
import type {
  ContentPart,
  ErrorResult,
  OutputResult,
  Redactor,
  ResultMetadata,
  ToolResult,
} from "@toolplane/contract";
import { cutText } from "./cut-text.ts";
import { inspectJson } from "./inspect-json.ts";
import { redactResult } from "./redact-result.ts";

/** An error is read whole by a model; what is longer than this is a log, not a message. */
const MAX_ERROR_BYTES = 8_192;
/** UTF-8 needs at most three bytes for each UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** How to bound. */
export interface BoundOptions {
  /** Bytes of UTF-8 that the model may be shown. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
  /** Writes the whole masked text; settles with the path a model can hand to `read`. */
  readonly writeSidecar: (text: string) => Promise<string>;
  /** Told why a sidecar could not be written. */
  readonly onSidecarFailure?: (cause: unknown) => void;
}

/** The masked result, cut where it was too long. A promise only when a sidecar is written. */
export function boundResult(
  result: ToolResult,
  options: BoundOptions,
): ToolResult | Promise<ToolResult> {
  const masked = redactResult(result, options.redactor);
  return masked.type === "error" ? boundError(masked, options) : boundOutput(masked, options);
}

function boundOutput(
  result: OutputResult,
  options: BoundOptions,
): ToolResult | Promise<ToolResult> {
  const data = measureData(result.data, options.maxBytes);
  if (data.fault !== null) return unspeakable(result, data.fault);
  const content = textOver(result.content, options.maxBytes);
  if (data.over === null && content === null) return result;
  const shown = data.over ?? content ?? "";
  return cutTo(result, {
    options,
    whole: wholeText(data.over ?? jsonText(result.data), content ?? contentText(result.content)),
    change: { data: { head: cutText(shown, options.maxBytes) } },
  });
}

function boundError(result: ErrorResult, options: BoundOptions): ToolResult | Promise<ToolResult> {
  const maxBytes = Math.min(MAX_ERROR_BYTES, options.maxBytes);
  const over = exceeds(result.error_text, maxBytes);
  const content = textOver(result.content, options.maxBytes);
  if (!over && content === null) return result;
  return cutTo(result, {
    options,
    whole: wholeText(result.error_text, content ?? contentText(result.content)),
    change: over ? { error_text: cutText(result.error_text, maxBytes) } : {},
  });
}

interface Cut {
  readonly options: BoundOptions;
  readonly whole: string;
  readonly change: { readonly data?: unknown; readonly error_text?: string };
}

function cutTo(
  result: ToolResult,
  { options, whole, change }: Cut,
): ToolResult | Promise<ToolResult> {
  const content = result.content && cutParts(result.content, options.maxBytes);
  const finish = (path: string | undefined): ToolResult => {
    const metadata: ResultMetadata = {
      ...result.metadata,
      truncated: true,
      ...(path === undefined ? {} : { output_path: path }),
    };
    return { ...result, ...change, ...(content ? { content } : {}), metadata } as ToolResult;
  };
  // The tool cut at the source and left the whole there: a copy of its remains would hide it.
  if (result.metadata.output_path !== undefined) return finish(undefined);
  return writeWhole(whole, options).then(finish);
}

async function writeWhole(whole: string, options: BoundOptions): Promise<string | undefined> {
  try {
    return await options.writeSidecar(whole);
  } catch (cause) {
    options.onSidecarFailure?.(cause);
    return undefined;
  }
}

type Measured =
  | {
      readonly fault: null /** The whole text when it is over the cap. */;
      readonly over: string | null;
    }
  | { readonly fault: string };

function measureData(data: unknown, maxBytes: number): Measured {
  if (typeof data === "string") {
    return { fault: null, over: exceeds(data, maxBytes) ? data : null };
  }
  try {
    const inspection = inspectJson(data);
    if (inspection.fault !== null) return inspection;
    if (inspection.maxBytes <= maxBytes) return FITS;
    const text = jsonText(data);
    return exceeds(text, maxBytes) ? { fault: null, over: text } : FITS;
  } catch {
    return { fault: "reading it threw an error" };
  }
}

const FITS: Measured = { fault: null, over: null };

function exceeds(text: string, maxBytes: number): boolean {
  return text.length * MAX_BYTES_PER_UNIT > maxBytes && Buffer.byteLength(text) > maxBytes;
}

function jsonText(data: unknown): string {
  return typeof data === "string" ? data : (JSON.stringify(data) ?? "");
}

/** The text of all parts when it is over the cap. */
function textOver(content: readonly ContentPart[] | undefined, maxBytes: number): string | null {
  if (content === undefined) return null;
  const text = contentText(content);
  return exceeds(text, maxBytes) ? text : null;
}

function contentText(content: readonly ContentPart[] | undefined): string {
  let text = "";
  for (const part of content ?? []) {
    if (part.type === "text") text += text === "" ? part.text : `\n${part.text}`;
  }
  return text;
}

/** Both views, unless they say the same. */
function wholeText(data: string, content: string): string {
  if (content === "" || content === data) return data;
  return data === "" ? content : `${data}\n\n${content}`;
}

/** Text parts in order until the cap is used up; pictures are not text and stay. */
function cutParts(content: readonly ContentPart[], maxBytes: number): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let room = maxBytes;
  for (const part of content) {
    if (part.type !== "text") {
      parts.push(part);
      continue;
    }
    const text = exceeds(part.text, room) ? cutText(part.text, room) : part.text;
    if (text !== "" || part.text === "") parts.push(text === part.text ? part : { ...part, text });
    room -= Buffer.byteLength(text);
  }
  return parts;
}

function unspeakable(result: OutputResult, fault: string): ErrorResult {
  const { data: _, ...rest } = result;
  return {
    ...rest,
    type: "error",
    code: "internal",
    error_text: `The tool gave back a value that cannot be written as JSON: ${fault}.`,
  };
}
