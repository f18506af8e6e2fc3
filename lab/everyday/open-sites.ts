/** The servers that the tasks meet: package registries, and a site with a page. */
import { createServer } from "node:http";
import { startRegistries } from "../measure/installs/start-registries.ts";
import { OUTSIDE } from "./enter-names.ts";

const PAGE =
  "<html><body><main><h1>Ledgers</h1><p>The page of a stranger.</p></main></body></html>";
const HTTP = 80;

export interface Sites {
  close(): void;
}

/** One server by name, as each of them is one elsewhere. */
export async function openSites(): Promise<Sites> {
  const registries = await startRegistries();
  const server = createServer((request, response) => {
    if (request.headers.host?.startsWith("site.test") === true)
      return void response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    registries.serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(HTTP, OUTSIDE, resolve));
  return {
    close() {
      server.close();
      server.closeAllConnections();
      registries.close();
    },
  };
}
