/**
 * A toolplane with the suite's tools, resources and prompts, served over HTTP as `toolplane serve` does. Prints where it is as
 * one line of JSON, and ends with SIGTERM.
 */
import { defineTool } from "@toolplane/contract";
import { createMcpHttpServer } from "@toolplane/gateway/inside";
import { createMcpBroker, createMcpServer } from "@toolplane/mcp";
import { createToolplane } from "toolplane";
import { fixtureComplete, fixturePrompts, fixtureResources } from "./fixture/offers.ts";
import { fixtureTools } from "./fixture/tools.ts";

const [workspace = process.cwd()] = process.argv.slice(2);
const broker = createMcpBroker();
const promptListeners = new Set<() => void>();
let changes = 0;
const toolplane = await createToolplane({
  workspace,
  broker,
  record: false,
  tools: fixtureTools((what) => {
    if (what === "prompts") for (const listener of promptListeners) listener();
    else toolplane.kernel.register(added());
  }),
  policy: [{ permission: "*", pattern: "**", action: "allow" }],
});
const face = createMcpServer({
  source: toolplane,
  broker,
  resources: fixtureResources,
  prompts: fixturePrompts(promptListeners),
  complete: fixtureComplete,
});
const server = await createMcpHttpServer(face, { clock: toolplane.host.clock });
console.log(JSON.stringify({ url: server.url, token: server.token }));
process.once("SIGTERM", async () => {
  await server.close();
  await face.close();
  await toolplane.close();
});

function added() {
  changes += 1;
  return defineTool({
    id: `added_${changes}`,
    description: "Came later.",
    parameters: { type: "object" },
    requires: {},
    execute: () => null,
  });
}
