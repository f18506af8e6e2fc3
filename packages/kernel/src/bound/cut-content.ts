/** The text of a result's content parts, whole and cut. */
import type { ContentPart } from "@toolplane/contract";
import { cutText, exceedsBytes } from "./cut-text.ts";

/** All text parts, one after the other. */
export function contentText(content: readonly ContentPart[]): string {
  let all: string | null = null;
  for (const part of content) {
    if (part.type === "text") all = all === null ? part.text : `${all}\n${part.text}`;
  }
  return all ?? "";
}

/** Text parts in order until the cap is used up, then none; pictures are not text and stay. */
export function cutContent(
  content: readonly ContentPart[],
  maxBytes: number,
): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let room = maxBytes;
  for (const part of content) {
    if (part.type !== "text") {
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
