/**
 * Lists what a model sees of a result, as text and pictures in order. `data` and the text of `content` are two views of
 * one output: data comes first, content after it unless it says the same. Text from outside is inside a fence; our own
 * notes (that something was cut, and where the whole is) are outside it. `details`, the code, flow hints and sessions
 * are for programs and people; nothing here reads them.
 */
import {
  type ContentPart,
  type ErrorResult,
  markedSource,
  type OutputResult,
  type ResourcePart,
  type ToolResult,
} from "@toolplane/contract";
import { fenceUntrusted } from "../../bound/fence-untrusted.ts";
import { canonicalJson } from "../../digest/digest-of.ts";

/** A piece of what a model sees. */
export type ResultBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** A piece as a client gets it that knows more kinds than models do. */
export type RichBlock =
  | ResultBlock
  | { readonly type: "audio"; readonly data: string; readonly mimeType: string }
  | { readonly type: "resource"; readonly resource: EmbeddedResource };

type EmbeddedResource = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

/** A result without a word; some providers refuse an empty one. */
const NO_OUTPUT = "(no output)";

export interface BlockOptions {
  /** Without one, text from outside is not fenced. */
  readonly nonce: string | null;
  /** Where the note about a cut goes: last by default. */
  readonly notice?: "first" | "last";
}

/** The blocks of a result for a model: text and pictures; a sound is a word, a file its text. */
export function resultBlocks(result: ToolResult, options: BlockOptions): readonly ResultBlock[] {
  return joinBlocks(richBlocks(result, options).map(plainBlock)) as readonly ResultBlock[];
}

/** The blocks of a result, each in its own kind. */
export function richBlocks(
  result: ToolResult,
  { nonce, notice: place = "last" }: BlockOptions,
): readonly RichBlock[] {
  const own = result.type === "error" ? errorText(result) : dataText(result);
  const blocks = joinBlocks([...(own === null ? [] : [own]), ...knownParts(result.content)]);
  const source = markedSource(result.metadata);
  const fenced =
    source === undefined || nonce === null
      ? blocks
      : blocks.map((block) => withText(block, (text) => fenceUntrusted(text, { nonce, source })));
  const notice = [cutNotice(result, place)].filter((text) => text !== null);
  const all = joinBlocks(place === "first" ? [...notice, ...fenced] : [...fenced, ...notice]);
  return all.length > 0 ? all : [{ type: "text", text: NO_OUTPUT }];
}

/** The text of blocks, with a word in the place of each picture. */
export function blocksText(blocks: readonly ResultBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : imageNote(block))).join("\n");
}

/** The note in place of a picture that cannot be shown. */
export function imageNote({ mimeType }: { readonly mimeType: string }): string {
  return `[a picture, ${plainType(mimeType)}]`;
}

function plainType(mimeType: string): string {
  return mimeType.replace(/[^\w./+-]/g, "?").slice(0, 60);
}

function withText(block: RichBlock, change: (text: string) => string): RichBlock {
  if (block.type === "text") return { ...block, text: change(block.text) };
  if (block.type !== "resource" || !("text" in block.resource)) return block;
  return { ...block, resource: { ...block.resource, text: change(block.resource.text) } };
}

function plainBlock(block: RichBlock): ResultBlock {
  if (block.type === "audio")
    return { type: "text", text: `[a sound, ${plainType(block.mimeType)}]` };
  if (block.type !== "resource") return block;
  const { uri, mimeType = "" } = block.resource;
  return "text" in block.resource
    ? { type: "text", text: `${uri}:\n${block.resource.text}` }
    : { type: "text", text: `${uri}: [a file, ${plainType(mimeType)}]` };
}

/** Text parts side by side become one; empty ones go. */
function joinBlocks(pieces: readonly (string | RichBlock)[]): readonly RichBlock[] {
  const blocks: RichBlock[] = [];
  for (const piece of pieces) {
    const block = typeof piece === "string" ? { type: "text" as const, text: piece } : piece;
    const last = blocks.at(-1);
    if (block.type === "text" && block.text === "") continue;
    if (block.type === "text" && last?.type === "text") {
      blocks[blocks.length - 1] = { type: "text", text: `${last.text}\n${block.text}` };
    } else {
      blocks.push(block);
    }
  }
  return blocks;
}

/** Says the name of a part of another kind, so that the list of kinds can grow. */
function knownParts(content: readonly ContentPart[] | undefined): readonly RichBlock[] {
  return (content ?? []).flatMap((part): readonly RichBlock[] => {
    if (part.type === "text") return [{ type: "text", text: String(part.text).toWellFormed() }];
    if (part.type === "resource") return [{ type: "resource", resource: embedded(part) }];
    if (part.type !== "image" && part.type !== "audio")
      return [{ type: "text", text: `[content of the kind ${plainType(String(part.type))}]` }];
    if (typeof part.data !== "string") return [];
    return [{ type: part.type, data: part.data, mimeType: String(part.mime_type) }];
  });
}

function embedded(part: ResourcePart): EmbeddedResource {
  const about = {
    uri: String(part.uri).toWellFormed(),
    ...(part.mime_type === undefined ? {} : { mimeType: String(part.mime_type) }),
  };
  return "text" in part
    ? { ...about, text: String(part.text).toWellFormed() }
    : { ...about, blob: String(part.blob) };
}

function contentText(content: readonly ContentPart[] | undefined): string {
  return knownParts(content)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}

/** The data in words; null when the content says the same, or there is content and no data. */
function dataText({ data, content, metadata }: OutputResult): string | null {
  const head = metadata.truncated ? keptHead(data) : null;
  const text = (
    head ?? (typeof data === "string" ? data : (JSON.stringify(data) ?? "null"))
  ).toWellFormed();
  if (content === undefined || content.length === 0) return text;
  if (data === null || data === undefined) return null;
  const other = contentText(content);
  if (head !== null && (other.startsWith(head) || (other !== "" && head.startsWith(other))))
    return null;
  return other === text || saysSame(other, data) ? null : text;
}

/** The beginning that was kept of an output too long. */
export function keptHead(data: unknown): string | null {
  if (typeof data !== "object" || data === null) return null;
  const { head } = data as { readonly head?: unknown };
  return typeof head === "string" && Object.keys(data).length === 1 ? head : null;
}

/** MCP servers repeat their data as text. */
function saysSame(text: string, data: unknown): boolean {
  if (typeof data !== "object" || !/^\s*[[{]/.test(text)) return false;
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(data);
  } catch {
    return false;
  }
}

function errorText({ error_text, input_required, content }: ErrorResult): string | null {
  if (contentText(content) === error_text) return null;
  const asked = input_required?.message ?? "";
  const text = asked === "" || error_text.includes(asked) ? error_text : `${error_text}\n${asked}`;
  return text.toWellFormed();
}

/** The note that something was cut, and where the whole is; null when nothing was. */
function cutNotice({ metadata }: ToolResult, place: "first" | "last"): string | null {
  if (!metadata.truncated) return null;
  const what = place === "last" ? "Cut here." : "Cut: this is only the beginning.";
  if (typeof metadata.output_path !== "string") return `[${what} The rest was not kept.]`;
  const path = metadata.output_path.replace(/\p{Cc}/gu, "?");
  return `[${what} The whole output is at ${path}; read it with the read tool.]`;
}
