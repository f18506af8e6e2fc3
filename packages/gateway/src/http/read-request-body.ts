/**
 * Reads a request's body up to a bound, and all bodies together up to another: what is over either is not kept, and the rest
 * is not waited for.
 */
import type { IncomingMessage } from "node:http";

/** Counts the held bytes of the bodies that are being read. */
export interface HeldBodies {
  bytes: number;
}

export interface BodyBounds {
  readonly maxBodyBytes: number;
  readonly maxHeldBytes: number;
}

/** The text, or which bound it passed. Rejects when the client goes away. */
export function readRequestBody(
  request: IncomingMessage,
  held: HeldBodies,
  { maxBodyBytes, maxHeldBytes }: BodyBounds,
): Promise<{ readonly text: string } | { readonly over: "body" | "all" }> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  const read = new Promise<{ readonly text: string } | { readonly over: "body" | "all" }>(
    (resolve, reject) => {
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        held.bytes += chunk.length;
        if (bytes <= maxBodyBytes && held.bytes <= maxHeldBytes) {
          chunks.push(chunk);
          return;
        }
        request.removeAllListeners("data");
        request.pause();
        resolve({ over: bytes > maxBodyBytes ? "body" : "all" });
      });
      request.on("end", () => resolve({ text: Buffer.concat(chunks).toString("utf8") }));
      request.on("error", reject);
      request.on("close", () => reject(new Error("The client went away.")));
    },
  );
  return read.finally(() => {
    held.bytes -= bytes;
    chunks = [];
  });
}
