/** Spans that workers send while they drive: one trace through two machines. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { type FleetWorld, killed, openFleetWorld } from "./fleet-world.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

/** One of two workers is killed, and its lease has to run out. */
const TAKEN_OVER_MS = 180_000;
const PATIENCE = { timeout: WAITING_MS, interval: 200 };
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const ASKER = "b7ad6b7169203331";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

describe.skipIf(!hasPostgres)("spans of a fleet (need postgresql)", () => {
  let server: Postgres;
  let collector: Server;
  let fleet: FleetWorld;
  const spans: Span[] = [];
  const seen: (string | undefined)[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    collector = createServer(async (request, response) => {
      const parts: Uint8Array[] = [];
      for await (const part of request) parts.push(part as Uint8Array);
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as {
        readonly resourceSpans: readonly { readonly scopeSpans: readonly { spans: Span[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.end("{}");
    });
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
  });
  afterEach(() => fleet.close());
  afterAll(() => {
    collector.close();
    server?.remove();
  });

  it("go to the collector of the environment while a run works, in the trace that it was asked for in", {
    timeout: TAKEN_OVER_MS,
  }, async () => {
    const { port } = collector.address() as AddressInfo;
    fleet = openFleetWorld(
      server,
      {},
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20one",
        TRACEPARENT: `00-${TRACE}-${ASKER}-01`,
      },
    );
    const start = { name: "task", arguments: { prompt: "Look.", background: true } };
    await fleet.submit([
      { calls: [start] },
      { text: "I wait." },
      { text: "Done." },
      { agent: "general", calls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { agent: "general", calls: [fleet.gated("go")] },
      { agent: "general", text: "Found it." },
    ]);
    const first = await fleet.work("first");
    await fleet.begins("go");
    // What has ended is there, though neither run is over.
    const named = (name: string) => spans.filter((span) => span.name === name);
    await vi.waitFor(() => expect(named("execute_tool read")).toHaveLength(1), PATIENCE);
    const [run = ""] = fleet
      .sql("SELECT id FROM toolplane.runs WHERE parent_id IS NULL")
      .split("\n");
    await killed(first);
    fleet.open("go");
    await fleet.work("second");
    await fleet.comesTo(run, "done");
    // What a killed worker had not sent yet is lost; both its runs end on the other.
    await vi.waitFor(() => expect(named("invoke_agent").length).toBeGreaterThanOrEqual(3), {
      timeout: 60_000,
      interval: 200,
    });
    expect(named("chat").length).toBeGreaterThanOrEqual(4);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const [task] = named("execute_tool task");
    const asked = named("invoke_agent").map(({ parentSpanId }) => parentSpanId);
    expect(new Set(asked)).toEqual(new Set([ASKER, task?.spanId]));
    expect(new Set(seen)).toEqual(new Set(["/v1/traces Bearer one"]));
    // Nothing of what was said or done is in them.
    expect(JSON.stringify(spans)).not.toContain("Found it.");
  });
});
