/** Answers whether a worker lives and whether it takes runs, on loopback, for whatever supervises it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Health {
  readonly port: number;
  close(): void;
}

/** `/live`: the process answers. `/ready`: it has joined, its lease holds and it does not drain. `0`: a free port. */
export async function serveHealth(port: number, isReady: () => Promise<boolean>): Promise<Health> {
  const server = createServer((request, response) => {
    const say = (status: number, text: string): void => {
      response.writeHead(status, { "content-type": "text/plain", "cache-control": "no-store" });
      response.end(`${text}\n`);
    };
    const [path] = (request.url ?? "").split("?");
    if (request.method !== "GET" && request.method !== "HEAD") return say(405, "GET only");
    if (path === "/live") return say(200, "live");
    if (path !== "/ready") return say(404, "/live or /ready");
    isReady().then(
      (is) => say(is ? 200 : 503, is ? "ready" : "not ready"),
      () => say(503, "not ready"),
    );
  });
  server.maxConnections = 20;
  server.requestTimeout = 5_000;
  server.headersTimeout = 5_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
