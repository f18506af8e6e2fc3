/** Serves the page on loopback and prints its port; a process of its own, so that its memory is not counted with another's. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeLargePage } from "./large-page.ts";

if (import.meta.main) {
  const page = Buffer.from(makeLargePage());
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
  // Ends with the process that started it.
  process.stdin.on("end", () => process.exit(0)).resume();
}
