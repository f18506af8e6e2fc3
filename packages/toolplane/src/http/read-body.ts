/** Reads a request's body up to a bound. What is over it is not kept, and the rest is not waited for. */
import type { IncomingMessage } from "node:http";

/** The text, or null when it is longer than the bound. Rejects when the client goes away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        request.removeAllListeners("data");
        request.pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
    request.on("close", () => reject(new Error("The client went away.")));
  });
}
