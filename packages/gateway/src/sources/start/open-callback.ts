/**
 * Receives the browser after a sign-in: on this machine alone, one path, for as long as a caller waits. Whatever else comes
 * along, from another page or another program, is turned away and ends nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Callback {
  /** The address for the server that signs people in. */
  readonly redirectUrl: string;
  /** The whole address of the browser's return from the sign-in at `url`. Rejects when the signal is aborted. */
  next(url: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

const ADDRESS = "127.0.0.1";
const PATH = "/callback";
const MAX_CONNECTIONS = 16;
const REQUEST_MS = 10_000;

/** Rejects when the port is taken. 0 takes a free one. */
export async function openCallback(port: number): Promise<Callback> {
  let arrived: ((request: string) => boolean) | null = null;
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, ADDRESS, () => resolve());
  });
  const origin = `http://${ADDRESS}:${(server.address() as AddressInfo).port}`;
  const redirectUrl = `${origin}${PATH}`;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url = "" } = request;
    const isOurs = method === "GET" && `http://${headers.host}` === origin && isPath(url);
    const isTaken = isOurs && (arrived?.(`${origin}${url}`) ?? false);
    say(response, isTaken);
  });
  return {
    redirectUrl,
    next(url, signal) {
      const state = new URL(url).searchParams.get("state");
      return new Promise((resolve, reject) => {
        const leave = (): void => reject(signal.reason);
        if (signal.aborted) return leave();
        signal.addEventListener("abort", leave, { once: true });
        // Another page can send a browser here; it does not know the state.
        arrived = (address) => {
          if (state === null || new URL(address).searchParams.get("state") !== state) return false;
          arrived = null;
          signal.removeEventListener("abort", leave);
          resolve(address);
          return true;
        };
      });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function isPath(url: string): boolean {
  return url === PATH || url.startsWith(`${PATH}?`);
}

/** Nothing that came in the address is repeated on the page. */
function say(response: ServerResponse, isTaken: boolean): void {
  response.writeHead(isTaken ? 200 : 404, {
    "content-type": "text/plain; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(
    isTaken
      ? "toolplane has heard from your browser. Go back to the terminal; this window can be closed.\n"
      : "This is not the end of a sign-in that is waited for.\n",
  );
}
