/** The parts of a server's answer, cleaned and held to the bounds; whatever did not fit is said to be missing. */

import type { ContentBlock } from "@modelcontextprotocol/client";
import type { ContentPart, OwnPart } from "@toolplane/contract";
import { showHidden, showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";

/** The kinds that the protocol has. */
type ServerPart = Exclude<ContentPart, OwnPart>;

export interface ReadContent {
  readonly parts: readonly ContentPart[];
  /** All text, one part below the other. */
  readonly text: string;
}

type Limits = Pick<UpstreamLimits, "maxResultBytes" | "maxBinaryBytes" | "maxParts">;

/** Types that a model can look at. */
const PICTURES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX_NAME = 300;

export function readBlocks(blocks: readonly ContentBlock[], limits: Limits): ReadContent {
  const left = { bytes: limits.maxResultBytes, binary: limits.maxBinaryBytes };
  const parts = blocks.slice(0, limits.maxParts).map((block) => bound(readBlock(block), left));
  const over = blocks.length - limits.maxParts;
  if (over > 0) parts.push(text(`[${over} more parts were left out]`));
  return { parts, text: parts.map(partText).join("\n") };
}

/** The part with as much of its text as is left of the bound; bytes come whole or not at all. */
function bound(part: ServerPart, left: { bytes: number; binary: number }): ServerPart {
  if ("text" in part) return { ...part, text: take(part.text, left) };
  const bytes = "blob" in part ? part.blob : part.data;
  if (bytes.length > left.binary) return text(`${partText(part)} [too large]`);
  left.binary -= bytes.length;
  return part;
}

function partText(part: ServerPart): string {
  if (part.type === "text") return part.text;
  if (part.type !== "resource") return `[${part.mime_type}]`;
  return "text" in part
    ? `[${part.uri}]\n${part.text}`
    : `[${part.uri}: ${part.mime_type ?? "binary"}]`;
}

function readBlock(block: ContentBlock): ServerPart {
  switch (block.type) {
    case "text":
      return text(showHidden(block.text));
    case "image":
      return picture(block) ?? text(`[a picture: ${cleanName(block.mimeType)}]`);
    case "audio":
      return sound(block) ?? text(`[a sound: ${cleanName(block.mimeType)}]`);
    case "resource_link":
      return text(`[${cleanName(block.title ?? block.name)}: ${cleanName(block.uri)}]`);
    case "resource":
      return readResource(block.resource);
  }
}

function readResource(
  resource: Extract<ContentBlock, { type: "resource" }>["resource"],
): ServerPart {
  const { mimeType } = resource;
  const type = mimeType === undefined ? {} : { mime_type: cleanName(mimeType) };
  const kept = { type: "resource", uri: cleanName(resource.uri), ...type } as const;
  if ("text" in resource && typeof resource.text === "string")
    return { ...kept, text: showHidden(resource.text) };
  const { blob } = resource as { readonly blob?: unknown };
  if (typeof blob !== "string" || !BASE64.test(blob)) return text(`[${kept.uri}]`);
  return picture({ data: blob, mimeType: mimeType ?? "" }) ?? { ...kept, blob };
}

function sound({ data, mimeType }: { readonly data: string; readonly mimeType: string }) {
  if (!/^audio\/[\w.+-]{1,60}$/i.test(mimeType) || !BASE64.test(data)) return null;
  return { type: "audio", data, mime_type: mimeType.toLowerCase() } as const;
}

function picture({ data, mimeType }: { readonly data: string; readonly mimeType: string }) {
  if (!PICTURES.has(mimeType.toLowerCase()) || !BASE64.test(data)) return null;
  return { type: "image", data, mime_type: mimeType.toLowerCase() } as const;
}

function text(value: string): Extract<ServerPart, { type: "text" }> {
  return { type: "text", text: value };
}

function cleanName(value: string): string {
  return showOnLine(value, MAX_NAME);
}

/** As much of a text as is left of the bound; what is cut says so. */
function take(value: string, left: { bytes: number }): string {
  const bytes = Buffer.byteLength(value);
  if (bytes <= left.bytes) {
    left.bytes -= bytes;
    return value;
  }
  const head = Buffer.from(value).subarray(0, left.bytes).toString("utf8");
  const kept = head.replace(/\ufffd$/, "");
  left.bytes = 0;
  return `${kept}\n[${bytes - Buffer.byteLength(kept)} more bytes were cut]`;
}
