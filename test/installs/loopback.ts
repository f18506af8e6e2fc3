/** Servers on loopback, and the names by which commands find them: nothing else is reached. */
import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { TEST_SERVER } from "@toolplane/disk/fixtures";
import type { Connector, Resolver } from "@toolplane/disk/net";
import { onTestFinished } from "vitest";

/** A server; one with TLS is `secure.test`, for those who trust the test authority. */
export function makeServer(serve: RequestListener, secure: boolean): Server {
  return secure ? createSecureServer(TEST_SERVER, serve) : createServer(serve);
}

/** Listens until the test ends. */
export async function startLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

export interface Names {
  readonly resolver: Resolver;
  readonly connector: Connector;
  /** Every name that was looked up. */
  readonly looked: string[];
}

/** Each name has a public address of its own, behind which its port on loopback stands. Any other fails before a packet is sent. */
export function nameTable(ports: Readonly<Record<string, number>>): Names {
  const names = Object.keys(ports);
  const looked: string[] = [];
  const addressOf = (name: string) => `203.0.114.${names.indexOf(name) + 1}`;
  return {
    looked,
    resolver: {
      async resolve(host) {
        looked.push(host);
        return names.includes(host) ? [addressOf(host)] : [];
      },
    },
    connector: {
      connect({ address }) {
        const name = names.find((one) => addressOf(one) === address);
        const socket = connect({ host: "127.0.0.1", port: ports[name ?? ""] ?? 1 });
        return new Promise((resolve, reject) => {
          socket.once("connect", () => resolve(socket)).once("error", reject);
        });
      },
    },
  };
}

/** A plain proxy to the same names, for a run without toolplane to compare with. */
export async function startPlainProxy(ports: Readonly<Record<string, number>>): Promise<string> {
  const server = createServer((incoming, response) => {
    const url = URL.parse(incoming.url ?? "");
    const port = ports[url?.hostname ?? ""];
    if (url === null || port === undefined) return void response.writeHead(502).end();
    const path = `${url.pathname}${url.search}`;
    const { method, headers } = incoming;
    const onward = httpRequest({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  // Some clients ask for a tunnel whatever the scheme is.
  server.on("connect", (incoming, socket) => {
    const port = ports[(incoming.url ?? "").replace(/:\d+$/, "")];
    if (port === undefined) return void socket.destroy();
    const onward = connect({ host: "127.0.0.1", port }, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    socket.on("error", () => onward.destroy());
    onward.on("error", () => socket.destroy());
  });
  return `http://127.0.0.1:${await startLoopback(server)}`;
}
