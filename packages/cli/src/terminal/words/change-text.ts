/** A change of a file in a few signs: `+2 −2`, `new +3`, `removed`. */
import type { ShownChange } from "@toolplane/contract";

export function changeText({ kind, added, removed }: Omit<ShownChange, "diff" | "path">): string {
  if (kind === "removed") return "removed";
  return kind === "created" ? `new +${added}` : `+${added} −${removed}`;
}
