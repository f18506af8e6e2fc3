/**
 * Masks and cuts a result before it is shown: secrets are masked, and what is too long for a model is cut to its
 * beginning, with the whole in a sidecar. The order matters: the masked text is what is measured, cut and written, so
 * no sink ever holds more than the model could have been shown.
 *
 * `data` and the text parts of `content` are two views of one output, so each is held to the cap on its own. When
 * either is over, `data` becomes `{ head }`, as the fixed shape wants, and the sidecar holds both. A sidecar that
 * cannot be written costs the tail, never the call: the result is cut all the same and only lacks `output_path`.
 * Nothing here throws or rejects, and nothing is awaited unless a sidecar is written, because every call of every tool
 * comes through.
 */
import type {
  ContentPart,
  ErrorResult,
  OutputResult,
  ResultMetadata,
  ToolResult,
} from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import { cutText, exceedsBytes } from "./cut-text.ts";
import { measureData } from "./measure-data.ts";
import { unreadableResult } from "./plain-result.ts";
import { redactResult } from "./redact-result.ts";

/** An error is read whole by a model; what is longer than this is a log, not a message. */
export const MAX_ERROR_BYTES = 8_192;

/**
 * The bound for details, which go to people and programs beside the output: a diff, a report. Longer ones are left out
 * and marked so.
 */
export const MAX_DETAILS_BYTES = 1_048_576;

export interface BoundOptions {
  /** Bytes of UTF-8 that the model may be shown. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
  /** Writes the whole masked text; settles with the path a model can hand to `read`. */
  readonly writeSidecar: (text: string) => Promise<string>;
  /** Called when something in it was masked. */
  readonly onMasked?: () => void;
  /** Called with the reason why a sidecar could not be written. */
  readonly onSidecarFailure?: (cause: unknown) => void;
}

/** The masked result, cut where it was too long. A promise only when a sidecar is written. */
export function boundResult(
  result: ToolResult,
  options: BoundOptions,
): ToolResult | Promise<ToolResult> {
  try {
    const clean = redactResult(result, options.redactor);
    if (clean !== result) options.onMasked?.();
    const masked = boundOwnParts(boundDetails(clean));
    return masked.type === "error" ? boundError(masked, options) : boundOutput(masked, options);
  } catch {
    // Only a value that answers differently each time it is read gets here; nothing of it can be shown.
    return unreadableResult(result.metadata, "reading it failed");
  }
}

/** Details are kept, sent and recorded with the result, so they are held to a cap of their own. */
function boundDetails(result: ToolResult): ToolResult {
  if (result.details === undefined) return result;
  const measured = measureData(result.details, MAX_DETAILS_BYTES);
  if (measured.fault === null && measured.over === null) return result;
  const reason = measured.fault ?? `they are longer than ${MAX_DETAILS_BYTES} bytes`;
  return { ...result, details: { omitted: reason } };
}

const KINDS: ReadonlySet<string> = new Set(["text", "image", "audio", "resource"]);

/** Parts of a tool's own kinds are handed on as they are, so together they are held to the same cap; others become words. */
function boundOwnParts(result: ToolResult): ToolResult {
  const { content } = result;
  if (!content?.some(({ type }) => !KINDS.has(type))) return result;
  let room = MAX_DETAILS_BYTES;
  const parts = content.map((part): ContentPart => {
    if (KINDS.has(part.type)) return part;
    const measured = measureData(part, room);
    if (measured.fault === null && measured.over === null) {
      room -= Buffer.byteLength(JSON.stringify(part));
      return part;
    }
    const reason = measured.fault ?? `such parts hold ${MAX_DETAILS_BYTES} bytes at most`;
    return { type: "text", text: `[content of the kind ${kindName(part)}, left out: ${reason}]` };
  });
  return { ...result, content: parts };
}

function kindName({ type }: ContentPart): string {
  return String(type)
    .replace(/[^\w./+-]/g, "?")
    .slice(0, 60);
}

function boundOutput(
  result: OutputResult,
  options: BoundOptions,
): ToolResult | Promise<ToolResult> {
  const { maxBytes } = options;
  const own = ownCut(result);
  const head = own?.head ?? null;
  const data = measureData(head ?? result.data, maxBytes);
  if (data.fault !== null) return unreadableResult(result.metadata, data.fault);
  const content = result.content === undefined ? "" : contentText(result.content);
  const contentOver = exceedsBytes(content, maxBytes);
  if (data.over === null && !contentOver && own?.whole === undefined) return result;
  return cut(result, {
    options,
    whole: () => own?.whole ?? wholeText(data.over ?? head ?? jsonText(result.data), content),
    change: { data: { head: cutText(data.over ?? head ?? content, maxBytes) } },
  });
}

/**
 * The part that a tool which cut its own output shows, and the whole when it has that: text, whatever JSON would make
 * of it.
 */
function ownCut({
  data,
  metadata,
}: OutputResult): { readonly head: string; readonly whole?: string } | null {
  if (metadata.truncated !== true || typeof data !== "object" || data === null) return null;
  const { head, whole } = data as { readonly head?: unknown; readonly whole?: unknown };
  if (typeof head !== "string") return null;
  const members = Object.keys(data).length;
  if (members === 1) return { head };
  return members === 2 && typeof whole === "string" ? { head, whole } : null;
}

function boundError(result: ErrorResult, options: BoundOptions): ToolResult | Promise<ToolResult> {
  const content = result.content === undefined ? "" : contentText(result.content);
  const over = exceedsBytes(result.error_text, MAX_ERROR_BYTES);
  if (!over && !exceedsBytes(content, options.maxBytes)) return result;
  return cut(result, {
    options,
    whole: () => wholeText(result.error_text, content),
    change: over ? { error_text: cutText(result.error_text, MAX_ERROR_BYTES) } : {},
  });
}

interface Cut {
  readonly options: BoundOptions;
  readonly whole: () => string;
  readonly change: { readonly data?: unknown; readonly error_text?: string };
}

function cut(
  result: ToolResult,
  { options, whole, change }: Cut,
): ToolResult | Promise<ToolResult> {
  const content = result.content && cutContent(result.content, options.maxBytes);
  const finish = (path: string | undefined): ToolResult => {
    const metadata: ResultMetadata = {
      ...result.metadata,
      truncated: true,
      ...(path === undefined ? {} : { output_path: path }),
    };
    return { ...result, ...change, ...(content ? { content } : {}), metadata } as ToolResult;
  };
  // The tool cut at the source and left the whole there; a sidecar of what remains would hide that one.
  if (result.metadata.output_path !== undefined) return finish(undefined);
  return writeWhole(whole(), options).then(finish);
}

async function writeWhole(whole: string, options: BoundOptions): Promise<string | undefined> {
  try {
    return await options.writeSidecar(whole);
  } catch (cause) {
    options.onSidecarFailure?.(cause);
    return undefined;
  }
}

/** Both views, unless they say the same. */
function wholeText(data: string, content: string): string {
  if (content === "" || content === data) return data;
  return data === "" ? content : `${data}\n\n${content}`;
}

function jsonText(data: unknown): string {
  return typeof data === "string" ? data : (JSON.stringify(data) ?? "");
}

/** All text, one part after the other; what a file in it says counts, too. */
function contentText(content: readonly ContentPart[]): string {
  let all: string | null = null;
  for (const part of content) {
    if ("text" in part) all = all === null ? part.text : `${all}\n${part.text}`;
  }
  return all ?? "";
}

/** Parts with text in order until the cap is used up, then none; pictures and sounds are not text and stay. */
function cutContent(content: readonly ContentPart[], maxBytes: number): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let room = maxBytes;
  for (const part of content) {
    if (!("text" in part)) {
      parts.push(part);
      continue;
    }
    if (room <= 0) continue;
    const fits = !exceedsBytes(part.text, room);
    const text = fits ? part.text : cutText(part.text, room);
    parts.push(fits ? part : { ...part, text });
    room = fits ? room - Buffer.byteLength(text) : 0;
  }
  return parts;
}
