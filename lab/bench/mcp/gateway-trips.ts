/**
 * One call of a tool of a stdio server, in this process: by the SDK's own client, and as a toolplane makes it for its caller:
 * judged, recorded, sent by our client, its answer bounded, cleaned and marked.
 */
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Channel } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { openRecorder } from "@toolplane/library/inside";
import { createChannelTransport, createMcpUpstream } from "@toolplane/mcp/client";
import { readPieces } from "@toolplane/sandbox/inside";
import { createMemoryStore } from "@toolplane/testkit";
import { openChildChannel } from "../../../test/mcp/upstream/child-channel.ts";
import { quantile } from "../harness/statistics.ts";
import { createRealClockHost } from "../real-clock-host.ts";

const WARM_UP = 1_000;
const CALLS = 3_000;
const NO_TIMEOUT_MS = 2_147_483_647;
const ARGV = [
  process.execPath,
  "--conditions=@toolplane/source",
  join(import.meta.dirname, "sdk-server.ts"),
  "stdio",
] as const;

/** By the SDK's own client, as it comes: of its two revisions it speaks the earlier one. */
export function measureDirect(): Promise<Record<string, number>> {
  return measureClient(new Client({ name: "bench", version: "1.0.0" }), () => ({}));
}

/** By the SDK's own client, asking as our client asks: the newest revision, progress, a signal, no timeout of its own. */
export function measureSameRequest(): Promise<Record<string, number>> {
  const versionNegotiation = { mode: "auto" } as const;
  const client = new Client({ name: "bench", version: "1.0.0" }, { versionNegotiation });
  return measureClient(client, () => ({
    onprogress: () => undefined,
    signal: new AbortController().signal,
    timeout: NO_TIMEOUT_MS,
  }));
}

async function measureClient(
  client: Client,
  options: () => object,
): Promise<Record<string, number>> {
  const [command, ...args] = ARGV;
  await client.connect(new StdioClientTransport({ command, args }));
  try {
    return await measure(async (text) => {
      const { isError } = await client.callTool({ name: "noop", arguments: { text } }, options());
      if (isError) throw new Error("the call failed");
    });
  } finally {
    await client.close();
  }
}

/** Through a toolplane's road. */
export async function measureGateway(): Promise<Record<string, number>> {
  const host = createRealClockHost({});
  const recorder = openRecorder(
    { store: createMemoryStore(), key: new Uint8Array(32) },
    { host, warn: (text) => console.error(text) },
  );
  const upstream = createMcpUpstream({
    name: "sdk",
    clock: host.clock,
    connect: async () => createChannelTransport(openServer()),
  });
  const { state, message } = await upstream.start();
  if (state !== "ready") throw new Error(`the server is ${state}: ${message}`);
  const kernel = createKernel({
    host,
    recorder,
    onEvent: () => undefined,
    policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
  });
  for (const { tool } of upstream.tools()) kernel.register(tool, { layer: "mcp", source: "sdk" });
  const session = kernel.session();
  const name = upstream.tools()[0]?.tool.id ?? "";
  let calls = 0;
  try {
    return await measure(async (text) => {
      calls += 1;
      const result = await session.call({ id: `c${calls}`, name, arguments: { text } });
      if (result.type === "error") throw new Error(result.error_text);
    });
  } finally {
    await kernel.close();
    await upstream.close();
  }
}

/** The server as a channel, without confinement, its output read as the host reads it. */
function openServer(): Channel {
  const channel = openChildChannel(ARGV);
  const output = { [Symbol.asyncIterator]: () => readPieces(channel.output as Readable) };
  return { ...channel, output };
}

async function measure(call: (text: string) => Promise<void>): Promise<Record<string, number>> {
  for (let index = 0; index < WARM_UP; index += 1) await call(`warm ${index}`);
  const samples = new Float64Array(CALLS);
  for (let index = 0; index < CALLS; index += 1) {
    const start = performance.now();
    await call(`call ${index}`);
    samples[index] = (performance.now() - start) * 1000;
  }
  return { p50Us: quantile(samples, 0.5), p99Us: quantile(samples, 0.99) };
}
