// Pages on a server of this machine, behind a public name, and a session whose only tool is web_fetch.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolResult } from "@toolplane/contract";
import { webFetchTool } from "@toolplane/tools/inside";
import { createToolplane } from "toolplane";
import type { MeasuredPage } from "./read-pages.ts";

export interface PageWorld {
  fetch(index: number): Promise<ToolResult>;
  close(): Promise<void>;
}

const HOST = "pages.example";
/** A public address; nothing is ever sent there. */
const ADDRESS = "93.184.215.14";
const MAX_OUTPUT = 50_000_000;

/** Opens a server and a session. */
export async function openPageWorld(pages: readonly MeasuredPage[]): Promise<PageWorld> {
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1))];
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page?.source);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const root = mkdtempSync(join(tmpdir(), "readability-"));
  const toolplane = await createToolplane({
    workspace: null,
    userData: join(root, "data"),
    scratchParent: root,
    sandbox: "none",
    tools: [webFetchTool],
    maxOutput: { web_fetch: MAX_OUTPUT },
    record: false,
    onWarning: () => {},
    resolver: { resolve: async () => [ADDRESS] },
    connector: {
      connect: () =>
        new Promise((resolve, reject) => {
          const socket = connect({ host: "127.0.0.1", port });
          socket.once("connect", () => resolve(socket));
          socket.once("error", reject);
        }),
    },
  });
  const session = toolplane.session({
    rules: [
      { permission: "web_fetch", pattern: "*", action: "allow" },
      { permission: "net.fetch", pattern: HOST, action: "allow" },
    ],
  });
  return {
    fetch: (index) =>
      session.call({
        id: `page_${index}`,
        name: "web_fetch",
        arguments: { url: `http://${HOST}/${index}` },
      }),
    async close() {
      await toolplane.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true });
    },
  };
}
