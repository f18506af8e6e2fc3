/** Reads a body whole, up to a bound. */
import type { Readable } from "node:stream";
import { ToolError } from "@toolplane/contract";

export async function readWhole(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > maxBytes) {
      body.destroy();
      throw new ToolError(
        "too_large",
        `The registry's answer is larger than ${maxBytes} bytes, which is as much as is read of it.`,
      );
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
