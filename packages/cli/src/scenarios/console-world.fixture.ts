/** The console's server over a world of recorded sessions, for tests: as the command opens it, with a way to speak to it. */
import { request } from "node:http";
import type { DemoPlace } from "@toolplane/console/inside";
import {
  type ConsoleOptions,
  type ConsoleServer,
  createConsoleServer,
} from "@toolplane/console/inside";
import type { Store } from "@toolplane/contract/ports";
import type { SettingsSource, State } from "@toolplane/library/inside";
import { makeDemoFolder } from "../chat/demo/demo-folder.ts";
import type { CommandContext } from "../command/command.ts";
import { makeRecordedWorld, type RecordedWorld } from "./record-world.fixture.ts";

export interface ConsoleWorld {
  readonly world: RecordedWorld;
  readonly server: ConsoleServer;
  readonly state: State;
  /** The pass of a visitor who came in. */
  readonly pass: string;
  /** Failures that the server told of. */
  readonly faults: readonly Error[];
  /** One request, by default with the pass as a program sends it. */
  send(path: string, options?: SendOptions): Promise<Sent>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown;
}

export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; null where it is none. */
  readonly json: Readonly<Record<string, unknown>>;
}

export async function openConsoleWorld(
  files?: Readonly<Record<string, string>>,
  { store, ...options }: Pick<ConsoleOptions, "pages"> & { readonly store?: Store } = {},
): Promise<ConsoleWorld> {
  const world = makeRecordedWorld(files);
  const state = store ? stateOn(store, world.data) : await world.state();
  const faults: Error[] = [];
  const given = { text: () => undefined, flag: () => false, list: () => [] };
  const { environment } = world;
  const server = await createConsoleServer({
    ...options,
    state,
    source: { environment, directory: world.workspace, arguments: given },
    demo: () => demoPlace(environment),
    by: "mira, console",
    onError: (error) => faults.push(error),
  });
  const opened = await send(server.ticketUrl(), { headers: { accept: "application/json" } });
  const pass = String(opened.json.pass);
  return {
    world,
    server,
    state,
    pass,
    faults,
    send: (path, options = {}) =>
      send(`${server.url}${path}`, {
        ...options,
        headers: { authorization: `Bearer ${pass}`, ...options.headers },
      }),
    async close() {
      await server.close();
      await state.close();
      world.remove();
    },
  };
}

/** A state on a store of the test's own. */
function stateOn(store: Store, userData: string): State {
  const key = new Uint8Array(32).fill(7);
  return { store, key, userData, kind: "SQLite", close: () => store.close() };
}

/** The folder of the chat's demonstration, as the command makes it. */
async function demoPlace(environment: SettingsSource["environment"]): Promise<DemoPlace> {
  const folder = await makeDemoFolder();
  const nothing = { words: [], text: () => undefined, flag: () => false, list: () => [] };
  const place = folder.place({ arguments: nothing, environment } as unknown as CommandContext);
  return {
    source: { environment, directory: place.directory, arguments: place.arguments },
    remove: folder.remove,
  };
}

/** As it is written: no client of ours mends a path, a Host or an Origin on the way. */
export function send(
  url: string,
  { method = "GET", headers = {}, body }: SendOptions = {},
): Promise<Sent> {
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf(port) + port.length);
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const given = Object.entries({
    ...(text === undefined ? {} : { "content-type": "application/json" }),
    ...headers,
  }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: Object.fromEntries(given), agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const whole = Buffer.concat(chunks).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: whole,
            json: parse(whole),
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
