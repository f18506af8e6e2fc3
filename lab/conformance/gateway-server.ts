/**
 * A toolplane with one source, the server at the address that it is given, served over HTTP as `toolplane serve` does. Its tools
 * keep their server's names, because the suite calls them by those. Prints where it is as one line of JSON; ends with SIGTERM.
 */
import { createMcpHttpServer } from "@toolplane/gateway/inside";
import { createToolplane } from "toolplane";

const [workspace = process.cwd(), url = ""] = process.argv.slice(2);
const toolplane = await createToolplane({
  workspace,
  record: false,
  sources: { suite: { url, names: "tool" } },
  localHosts: [new URL(url).host],
  registry: { deferAbove: 1_000 },
  policy: [
    { permission: "*", pattern: "**", action: "allow" },
    { permission: "*", pattern: "mcp:suite/*", action: "allow" },
  ],
});
await toolplane.sources.start();
for (const { name, health } of toolplane.sources.list())
  if (health.state !== "ready") console.error(`${name}: ${health.state} ${health.message}`);
const face = await toolplane.toMcp();
const server = await createMcpHttpServer(face, { clock: toolplane.host.clock });
console.log(JSON.stringify({ url: server.url, token: server.token }));
process.once("SIGTERM", async () => {
  await server.close();
  await face.close();
  await toolplane.close();
});
