import { createHash } from "node:crypto";
import type { ToolCallText } from "@toolplane/contract";
import type { LoopState } from "./loop-state.ts";
import type { ToolMessage } from "./message.ts";

/** How often in a row the same calls brought the same results. Waiting for something looks different each time. */
export function repeatOf(
  before: LoopState["repeated"],
  calls: readonly ToolCallText[],
  results: readonly ToolMessage[],
): LoopState["repeated"] {
  const seen = [
    calls.map(({ name, arguments: text }) => [name, text]),
    results.map(({ content }) => content),
  ];
  const key = createHash("sha256").update(JSON.stringify(seen)).digest("base64url");
  return { key, times: key === before.key ? before.times + 1 : 1 };
}
