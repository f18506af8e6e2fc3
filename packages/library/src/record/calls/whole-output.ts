/**
 * The whole of an output that was cut. Its sidecar lies there while the session is open; where the road did the cutting, the
 * record has the whole too, and where a tool cut its own output at the source, the rest goes with the session.
 */
import { open } from "node:fs/promises";
import type { ShownCall } from "./shown-call.ts";

/** Null where there is none, or none any more. With `maxBytes`, the beginning of a longer one. */
export async function wholeOutput(
  shown: ShownCall,
  { maxBytes }: { readonly maxBytes?: number } = {},
): Promise<string | null> {
  if (shown.kind === "unsettled") return null;
  const { uncut, result } = shown.call;
  if (uncut?.type === "output")
    return typeof uncut.data === "string" ? uncut.data : JSON.stringify(uncut.data, null, 2);
  const path = result?.metadata.output_path;
  return path === undefined ? null : readSidecar(path, maxBytes).catch(() => null);
}

async function readSidecar(path: string, maxBytes: number | undefined): Promise<string> {
  const file = await open(path, "r");
  try {
    if (maxBytes === undefined) return await file.readFile("utf8");
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, maxBytes)), 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
