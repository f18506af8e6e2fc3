/** The parts of a server's answer, cleaned and held to the bounds; whatever did not fit is said to be missing. */
import type { ContentBlock } from "@modelcontextprotocol/client";
import type { ContentPart } from "@toolplane/contract";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { cleanLine, cleanText, cutEnd } from "../text/clean-text.ts";

export interface ReadContent {
  readonly parts: readonly ContentPart[];
  /** All text, one part below the other. */
  readonly text: string;
}

type Limits = Pick<UpstreamLimits, "maxResultBytes" | "maxBinaryBytes" | "maxParts">;

/** What a model can look at. */
const PICTURES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX_NAME = 300;

export function readContent(blocks: readonly ContentBlock[], limits: Limits): ReadContent {
  const left = { bytes: limits.maxResultBytes, binary: limits.maxBinaryBytes };
  const parts: ReadPart[] = [];
  for (const block of blocks.slice(0, limits.maxParts)) {
    const part = readBlock(block);
    if (part.type === "image" && part.data.length <= left.binary) {
      left.binary -= part.data.length;
      parts.push(part);
    } else if (part.type === "image") parts.push(text(`[an ${part.mime_type} that is too large]`));
    else parts.push(text(take(part.text, left)));
  }
  const over = blocks.length - limits.maxParts;
  if (over > 0) parts.push(text(`[${over} more parts were left out]`));
  return {
    parts,
    text: parts
      .map((part) => (part.type === "text" ? part.text : `[${part.mime_type}]`))
      .join("\n"),
  };
}

/** Sounds and files are words for now. */
type ReadPart = Extract<ContentPart, { readonly type: "text" | "image" }>;

function readBlock(block: ContentBlock): ReadPart {
  switch (block.type) {
    case "text":
      return text(cleanText(block.text));
    case "image":
      return picture(block) ?? text(`[a picture: ${nameOf(block.mimeType)}]`);
    case "audio":
      return text(
        `[a sound: ${nameOf(block.mimeType)}, ${block.data.length} characters of base64]`,
      );
    case "resource_link":
      return text(`[${nameOf(block.title ?? block.name)}: ${nameOf(block.uri)}]`);
    case "resource":
      return readResource(block.resource);
  }
}

function readResource(resource: Extract<ContentBlock, { type: "resource" }>["resource"]): ReadPart {
  const { uri, mimeType } = resource;
  if ("text" in resource && typeof resource.text === "string")
    return text(`[${nameOf(uri)}]\n${cleanText(resource.text)}`);
  const { blob } = resource as { readonly blob?: unknown };
  const shown = typeof blob === "string" ? picture({ data: blob, mimeType: mimeType ?? "" }) : null;
  return shown ?? text(`[${nameOf(uri)}: ${nameOf(mimeType ?? "binary")}]`);
}

function picture({ data, mimeType }: { readonly data: string; readonly mimeType: string }) {
  if (!PICTURES.has(mimeType.toLowerCase()) || !BASE64.test(data)) return null;
  return { type: "image", data, mime_type: mimeType.toLowerCase() } as const;
}

function text(value: string): Extract<ContentPart, { type: "text" }> {
  return { type: "text", text: value };
}

function nameOf(value: string): string {
  return cleanLine(value, MAX_NAME);
}

/** As much of a text as is left of the bound; what is cut says so. */
function take(value: string, left: { bytes: number }): string {
  const bytes = Buffer.byteLength(value);
  if (bytes <= left.bytes) {
    left.bytes -= bytes;
    return value;
  }
  const kept = cutEnd(Buffer.from(value).subarray(0, left.bytes).toString("utf8"), left.bytes);
  left.bytes = 0;
  return `${kept.replace(/\ufffd$/, "")}\n[${bytes - Buffer.byteLength(kept)} more bytes were cut]`;
}
