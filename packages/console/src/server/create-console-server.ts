/**
 * The console's server: the pages, the API and the stream of events, on loopback unless said. Nothing of a request is looked at
 * before its headers passed, and nothing but the ticket in the printed address lets a visitor in.
 */
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "@toolplane/gateway/http";
import type { SettingsSource } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { createGround } from "../api/ground.ts";
import type { DemoPlace } from "../chat/create-chat-room.ts";
import { createEventFeed } from "../feed/event-feed.ts";
import { openApiDocument } from "../routes/openapi-document.ts";
import { createRoutes } from "../routes/route-table.ts";
import { answerVisit, type VisitGround } from "./answer-visit.ts";
import { createAssets } from "./assets.ts";
import { createDoorkeeper } from "./doorkeeper.ts";
import { indexInBackground } from "./index-in-background.ts";
import { watchStore } from "./watch-store.ts";

export interface ConsoleOptions {
  readonly source: SettingsSource;
  readonly state: State;
  /** Names who answers here, for people. */
  readonly by: string;
  readonly address?: string;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** Makes a folder for a chat that needs no model; absent: there is no such chat. */
  readonly demo?: () => Promise<DemoPlace>;
  /** The folder of the pages; the package's own unless given. */
  readonly pages?: string;
  /** Called when a visitor came in, with the address for the next. */
  readonly onOpened?: (next: string) => void;
  /** Hears of what went wrong out of band; never of secrets or content. */
  readonly onError?: (error: Error) => void;
}

export interface ConsoleServer {
  /** `http://127.0.0.1:7434`. */
  readonly url: string;
  readonly port: number;
  /** An address that opens the console once. */
  ticketUrl(): string;
  close(): Promise<void>;
}

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];
const MAX_BODY = 2 * 1_048_576;
const MAX_HELD = 32 * 1_048_576;
const MAX_CONNECTIONS = 2_000;

/** Listens. Rejects when the port is taken. */
export async function createConsoleServer(options: ConsoleOptions): Promise<ConsoleServer> {
  const { source, state, by, address = "127.0.0.1", port: wanted = 0 } = options;
  const doorkeeper = createDoorkeeper(Date.now);
  const feed = createEventFeed(randomBytes(6).toString("hex"));
  const watch = watchStore({ state, feed, wallMs: Date.now });
  const changed = (): void => void watch.look();
  const { demo } = options;
  const ground = createGround({
    source,
    state,
    by,
    wallMs: Date.now,
    changed,
    ...(demo ? { demo } : {}),
  });
  const routes = createRoutes();
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 30_000,
  });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    await listen(server, { address, port: wanted });
  } catch (error) {
    watch.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const indexing = indexInBackground(state.store, (error) => options.onError?.(error));
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
  const ticketUrl = (): string => `${url}/open?ticket=${doorkeeper.ticket()}`;
  const visits: VisitGround = {
    ground,
    routes,
    feed,
    doorkeeper,
    assets: createAssets(options.pages),
    document: JSON.stringify(openApiDocument(routes)),
    held: { bytes: 0 },
    bounds: {
      allowedHosts: [...(isLoopback(address) ? LOOPBACK : []), ...(options.allowedHosts ?? [])],
      allowedOrigins: options.allowedOrigins ?? [],
      maxBodyBytes: MAX_BODY,
      maxHeldBytes: MAX_HELD,
      cookieName: `toolplane_${port}`,
      isPass: doorkeeper.isPass,
      isMark: doorkeeper.isMark,
    },
    onOpened: () => options.onOpened?.(ticketUrl()),
    onError: options.onError ?? (() => {}),
  };
  server.on("request", (request, response) => void answerVisit(visits, request, response));
  let closing: Promise<void> | undefined;
  return {
    url,
    port,
    ticketUrl,
    close() {
      closing ??= closeAll(server, () => {
        watch.close();
        feed.close();
      })
        .then(() => indexing.close())
        .then(() => ground.close());
      return closing;
    },
  };
}

function listen(
  server: Server,
  { address, port }: { readonly address: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function closeAll(server: Server, end: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  end();
  server.closeAllConnections();
  await closed;
}
