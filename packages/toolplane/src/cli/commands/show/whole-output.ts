/**
 * The whole of an output that was cut. Its sidecar lies there while the session is open; where the road did the cutting, the
 * record has the whole too, and where a tool cut its own output at the source, the rest goes with the session.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ShownCall } from "./call-facts.ts";

/** The text, or null when there is none any more. */
export async function wholeOutput(shown: ShownCall): Promise<string | null> {
  if (shown.kind === "unsettled") return null;
  const { uncut, result } = shown.call;
  if (uncut?.type === "output")
    return typeof uncut.data === "string" ? uncut.data : JSON.stringify(uncut.data, null, 2);
  const path = result?.metadata.output_path;
  if (path === undefined) return null;
  return readFile(path, "utf8").catch(() => null);
}

/** Whether there is one. */
export async function sidecarState(shown: ShownCall): Promise<"none" | "kept" | "gone"> {
  const result = shown.kind === "settled" ? shown.call.result : null;
  const path = result?.metadata.output_path;
  if (path === undefined || shown.kind === "unsettled") return "none";
  return shown.call.uncut !== null || existsSync(path) ? "kept" : "gone";
}
