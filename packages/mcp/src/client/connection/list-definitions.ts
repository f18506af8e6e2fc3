/** Reads every page of a server's list of tools, within bounds: a list without end ends with what was read so far. */
import type { Client } from "@modelcontextprotocol/client";
import { ToolError } from "@toolplane/contract";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { measureJson } from "../text/measure-json.ts";

export interface ListBounds {
  readonly limits: Pick<
    UpstreamLimits,
    "maxTools" | "maxListPages" | "maxListBytes" | "requestTimeoutMs"
  >;
  readonly signal: AbortSignal;
}

export async function listDefinitions(
  client: Client,
  takeTools: () => readonly unknown[],
  { limits, signal }: ListBounds,
): Promise<readonly unknown[]> {
  const definitions: unknown[] = [];
  const cursors = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let page = 0; page < limits.maxListPages; page += 1) {
    const { nextCursor } = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      { signal, timeout: limits.requestTimeoutMs },
    );
    const tools = takeTools();
    bytes += measureJson(tools, {
      maxBytes: limits.maxListBytes,
      maxDepth: Number.POSITIVE_INFINITY,
    }).bytes;
    if (bytes > limits.maxListBytes)
      throw new ToolError(
        "too_large",
        `its list of tools has more than ${limits.maxListBytes} bytes`,
      );
    for (const tool of tools) definitions.push(tool);
    if (nextCursor === undefined || definitions.length > limits.maxTools) return definitions;
    if (cursors.has(nextCursor))
      throw new ToolError("failed", "its list of tools leads back to its own beginning");
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  throw new ToolError("too_large", `its list of tools has more than ${limits.maxListPages} pages`);
}
