/** Cuts a text to a width, and shows that it did: `…` marks where something is missing. For text without colours. */
import { characterWidth, textWidth } from "./text-width.ts";

export type Keep = "start" | "end";

/** At most `width` columns. A path keeps its end, everything else its start. */
export function fitText(text: string, width: number, keep: Keep = "start"): string {
  if (textWidth(text) <= width) return text;
  if (width <= 1) return width <= 0 ? "" : "…";
  const characters = [...text];
  if (keep === "end") characters.reverse();
  const kept: string[] = [];
  let left = width - 1;
  for (const character of characters) {
    left -= characterWidth(character);
    if (left < 0) break;
    kept.push(character);
  }
  return keep === "end" ? `…${kept.reverse().join("")}` : `${kept.join("").trimEnd()}…`;
}
