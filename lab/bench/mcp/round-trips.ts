/**
 * Round trips against a server in a process of its own, by hand-written messages: the official client would cost more than
 * what is measured, and the same in every row.
 */
import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { quantile } from "../harness/statistics.ts";

/** Sends one call and waits for its answer. */
type RoundTrip = (id: number) => Promise<string>;

const WARM_UP = 3_000;
const CALLS = 5_000;

/** Measures one server, `NAME` or `NAME SETTING`, over one transport. */
export async function measureRoundTrips(
  server: string,
  transport: "stdio" | "http",
): Promise<Record<string, number>> {
  const [name = "", ...settings] = server.split(" ");
  const program = join(import.meta.dirname, `${name}.ts`);
  const child = spawn(
    process.execPath,
    ["--conditions=@toolplane/source", program, transport, ...settings],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  try {
    const roundTrip =
      transport === "stdio"
        ? await overPipe((text) => child.stdin.write(`${text}\n`), next, server === "raw-server")
        : overHttp(JSON.parse(await next()) as Listening);
    return await measure(roundTrip);
  } finally {
    child.kill();
  }
}

async function measure(roundTrip: RoundTrip): Promise<Record<string, number>> {
  const first = await roundTrip(1);
  if (!first.includes("ok") || first.includes("isError")) throw new Error(`wrong answer: ${first}`);
  for (let index = 0; index < WARM_UP; index += 1) await roundTrip(index + 2);
  const samples = new Float64Array(CALLS);
  for (let index = 0; index < CALLS; index += 1) {
    const start = performance.now();
    await roundTrip(WARM_UP + index + 2);
    samples[index] = (performance.now() - start) * 1000;
  }
  return { p50Us: quantile(samples, 0.5), p99Us: quantile(samples, 0.99) };
}

async function overPipe(
  write: (text: string) => void,
  next: () => Promise<string>,
  isRaw: boolean,
): Promise<RoundTrip> {
  if (!isRaw) {
    write(JSON.stringify(INITIALIZE));
    await next();
    write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  }
  return (id) => {
    write(JSON.stringify(call(id)));
    return next();
  };
}

interface Listening {
  readonly port: number;
  readonly token: string;
}

function overHttp({ port, token }: Listening): RoundTrip {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    "mcp-method": "tools/call",
    "mcp-name": "noop",
  };
  const options = { agent, host: "127.0.0.1", port, path: "/mcp", method: "POST", headers };
  return (id) =>
    new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          body += piece;
        });
        response.on("end", () => resolve(body));
      });
      sent.on("error", reject);
      sent.end(JSON.stringify(call(id, ENVELOPE)));
    });
}

const REVISION = "2026-07-28";
const ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  },
};
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: { form: {} } },
    clientInfo: { name: "bench", version: "1.0.0" },
  },
};

function call(id: number, extra: object = {}): object {
  const params = { name: "noop", arguments: { text: `call ${id}` }, ...extra };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}
