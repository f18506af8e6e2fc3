/** Requests by three ways to the same server: straight, through a tunnel of the relay, and read by it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, get } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { TEST_AUTHORITY, TEST_SERVER } from "@toolplane/disk/fixtures";
import type { Figures } from "../harness/section.ts";

export type Way = "straight" | "tunnelled" | "ended";

const HOST = "secure.test";
const WARM = 30;
const COUNT = 300;
const MEBIBYTE = 1_048_576;
const DOWNLOADS = 100;
const PIECE = Buffer.alloc(65_536, 97);

interface Ground {
  readonly port: number;
  readonly relay: ChildProcess;
  readonly proxyPort: number;
  readonly certificate: string;
  close(): void;
}

async function open(bytes: number): Promise<Ground> {
  const server = createServer(TEST_SERVER, (_request, response) => {
    response.setHeader("content-length", bytes);
    let left = bytes;
    const push = (): void => {
      while (left > 0) {
        const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
        left -= piece.length;
        if (!response.write(piece)) return void response.once("drain", push);
      }
      response.end();
    };
    push();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const relay = fork(join(import.meta.dirname, "relay-process.ts"), [String(port)], {
    execArgv: [...process.execArgv, "--expose-gc"],
  });
  const [told] = (await once(relay, "message")) as [{ port: number; certificate: string }];
  const close = (): void => {
    relay.disconnect();
    server.close();
    server.closeAllConnections();
  };
  return { port, relay, proxyPort: told.port, certificate: told.certificate, close };
}

function agentFor(way: Way, { proxyPort, certificate }: Ground): Agent {
  const ca = [TEST_AUTHORITY, certificate];
  if (way === "straight") return new Agent({ ca, keepAlive: false });
  const proxy = `http://toolplane:${way}@127.0.0.1:${proxyPort}`;
  return new Agent({ ca, keepAlive: false, proxyEnv: { HTTPS_PROXY: proxy } });
}

function fetchOnce(way: Way, ground: Ground): Promise<number> {
  const agent = agentFor(way, ground);
  const place =
    way === "straight"
      ? { host: "127.0.0.1", port: ground.port, servername: HOST }
      : { host: HOST, port: 443 };
  return new Promise((resolve, reject) => {
    get({ ...place, path: "/", agent }, (answer) => {
      let bytes = 0;
      answer.on("data", (data: Buffer) => {
        bytes += data.length;
      });
      answer.on("end", () => resolve(bytes)).on("error", reject);
    }).on("error", reject);
  });
}

/** A GET with a connection of its own, as commands make them. */
export async function timeGets(way: Way): Promise<Figures> {
  const ground = await open(1_024);
  const times: number[] = [];
  for (let count = 0; count < WARM + COUNT; count += 1) {
    const before = performance.now();
    await fetchOnce(way, ground);
    if (count >= WARM) times.push((performance.now() - before) * 1_000);
  }
  ground.close();
  times.sort((one, other) => one - other);
  return { p50Us: times[Math.floor(times.length / 2)] ?? 0 };
}

/** How much the relay grows while a hundred answers go through it at once. */
export async function growth(way: Way, megabytes: number): Promise<Figures> {
  const ground = await open(megabytes * 1_000_000);
  await fetchOnce(way, ground);
  const before = await ask(ground.relay);
  await Promise.all(Array.from({ length: DOWNLOADS }, () => fetchOnce(way, ground)));
  const { peak } = await ask(ground.relay);
  ground.close();
  return { mebibytes: (peak - before.rss) / MEBIBYTE };
}

async function ask(relay: ChildProcess): Promise<{ readonly peak: number; readonly rss: number }> {
  relay.send("memory");
  const [told] = (await once(relay, "message")) as [{ peak: number; rss: number }];
  return told;
}
