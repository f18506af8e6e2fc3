/** The suite sends no token, so it speaks to this, which adds it. A Host or Origin that names the proxy names the server behind it. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface TokenProxy {
  readonly url: string;
  close(): void;
}

export async function openTokenProxy(target: URL, token: string): Promise<TokenProxy> {
  const server = createServer((asked, answer) => {
    const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { host, origin } = asked.headers;
    const headers = {
      ...asked.headers,
      authorization: `Bearer ${token}`,
      ...(host === own ? { host: target.host } : {}),
      ...(origin === `http://${own}` ? { origin: target.origin } : {}),
    };
    const { hostname, port, pathname } = target;
    const { method } = asked;
    // A connection of its own: what is left of one request must not be read as the beginning of the next.
    const to = { hostname, port, path: pathname, agent: false } as const;
    const passed = request({ ...to, method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
