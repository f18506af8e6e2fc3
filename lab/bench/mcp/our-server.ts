/** Our server with the full road: default policy, a rule for the tool, a listener, and a recorder that writes in batches. */
import { defineTool } from "@toolplane/contract";
import { createMcpHttpServer } from "@toolplane/gateway/inside";
import { createKernel } from "@toolplane/kernel";
import { openRecorder } from "@toolplane/library/inside";
import { createMcpBroker, createMcpServer, serveMcpStdio } from "@toolplane/mcp";
import { createMemoryStore } from "@toolplane/testkit";
import { createRealClockHost } from "../real-clock-host.ts";

const host = createRealClockHost({});
const broker = createMcpBroker();
const recorder = openRecorder(
  { store: createMemoryStore(), key: new Uint8Array(32) },
  { host, warn: (text) => console.error(text) },
);
const kernel = createKernel({
  host,
  broker,
  recorder,
  onEvent: () => undefined,
  policy: [{ scope: "project", rules: [{ permission: "noop", pattern: "*", action: "allow" }] }],
  tools: [
    defineTool({
      id: "noop",
      description: "Does nothing.",
      parameters: {
        type: "object",
        properties: { text: { type: "string" } },
        required: ["text"],
        additionalProperties: false,
      },
      output: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
      requires: {},
      // It changes nothing, so its intent need not be on disk before it runs.
      mode: "read",
      execute: () => ({ ok: true }),
    }),
  ],
});
const face = createMcpServer({
  source: { kernel, host, session: (options) => kernel.session(options) },
  broker,
});
if (process.argv[2] === "stdio")
  serveMcpStdio(face, { input: process.stdin, output: process.stdout });
else {
  const { port, token } = await createMcpHttpServer(face, { clock: host.clock });
  console.log(JSON.stringify({ port, token }));
}
