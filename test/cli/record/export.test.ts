import { readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openRecordedWorld, type Step } from "@toolplane/cli/fixtures";
import type { OtlpSpan, OtlpTraces } from "toolplane/record";
import { describe, expect, it, onTestFinished } from "vitest";

const STEPS: readonly Step[] = [
  ["read", { path: "README.md" }],
  ["read", { path: ".env" }],
  ["write", { path: "a.txt", content: "needle\n" }],
];
const OPTIONS = { answers: ["once"], id: "ses_out" } as const;

function spansOf(traces: OtlpTraces): readonly OtlpSpan[] {
  return traces.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** The JSON form of OTLP as it is published: ids in hex, 64-bit numbers as text, enumerations as numbers, no other member. */
function checkForm(traces: OtlpTraces): void {
  expect(Object.keys(traces)).toEqual(["resourceSpans"]);
  for (const { resource, scopeSpans } of traces.resourceSpans) {
    expect(resource.attributes[0]).toEqual({
      key: "service.name",
      value: { stringValue: "toolplane" },
    });
    expect(scopeSpans[0]?.scope).toMatchObject({ name: "toolplane" });
  }
  const members = ["traceId", "spanId", "parentSpanId", "name", "kind", "attributes", "status"];
  for (const span of spansOf(traces)) {
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    if (span.parentSpanId !== undefined) expect(span.parentSpanId).toMatch(/^[0-9a-f]{16}$/);
    expect(span.startTimeUnixNano).toMatch(/^1\d{18}$/);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    expect([span.kind, [0, 2].includes(span.status.code)]).toEqual([1, true]);
    const times = ["startTimeUnixNano", "endTimeUnixNano"];
    for (const member of Object.keys(span)) expect([...members, ...times]).toContain(member);
    for (const { key, value } of span.attributes) {
      expect(key).toMatch(/^[a-z][a-z_.]+$/);
      const [[kind, content] = []] = Object.entries(value);
      expect(Object.keys(value)).toHaveLength(1);
      expect(kind).toMatch(/^(stringValue|intValue|boolValue|doubleValue)$/);
      if (kind === "intValue") expect(content).toMatch(/^-?\d+$/);
    }
  }
}

const attribute = ({ attributes }: OtlpSpan, name: string) =>
  attributes.find(({ key }) => key === name)?.value;

describe("toolplane export", () => {
  it("writes a line for each call and change, without what was said unless asked", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, OPTIONS);
    const { code, stdout } = await world.run(["export", "--rows"]);
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("needle")]);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.slice(0, 7)).toMatchObject([
      { type: "session", sessionId: "ses_out", calls: 3, manifest: { mode: "ask" } },
      { type: "talk", state: "none", entries: 0 },
      { type: "call", tool: "read", outcome: "succeeded", verdict: { action: "allow" } },
      { type: "call", tool: "read", outcome: "refused", code: "permission_denied" },
      { type: "call", tool: "write", outcome: "succeeded", answers: [{ choice: "once" }] },
      { type: "change", callId: "call_3", before: null, undone: false },
      { type: "row", sequence: 0, of: "session-open" },
    ]);
    expect(lines.at(-1)).toMatchObject({ type: "head", mac: expect.any(String) });
    const whole = await world.run(["export", "ses_out", "--content"]);
    expect(whole.stdout).toContain("needle");
    const file = await world.run(["export", "--out", "out.jsonl"]);
    const path = join(world.workspace, "out.jsonl");
    expect([file.code, statSync(path).mode & 0o777]).toEqual([0, 0o600]);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(7);
    const again = await world.run(["export", "--out", "out.jsonl"]);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("is there already")]);
  });

  it("writes spans in the published form, the same ones each time", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, OPTIONS);
    const first = await world.run(["export", "--format", "otlp"]);
    const traces = JSON.parse(first.stdout) as OtlpTraces;
    checkForm(traces);
    expect((await world.run(["export", "--format", "otlp"])).stdout).toBe(first.stdout);
    const [session, ...calls] = spansOf(traces);
    expect(calls.map(({ name }) => name)).toEqual([
      "execute_tool read",
      "execute_tool read",
      "execute_tool write",
    ]);
    for (const { parentSpanId, traceId } of calls)
      expect([parentSpanId, traceId]).toEqual([session?.spanId, session?.traceId]);
    const refused = calls[1] as OtlpSpan;
    expect([refused.status, attribute(refused, "error.type")]).toEqual([
      { code: 2 },
      { stringValue: "permission_denied" },
    ]);
    const whole = await world.run(["export", "--format", "otlp", "--content"]);
    checkForm(JSON.parse(whole.stdout) as OtlpTraces);
    expect(whole.stdout).toContain("needle");
  });

  it("puts a run and its subagents into the trace that it was asked for in", async () => {
    const turns = [
      { calls: [{ name: "task", arguments: { prompt: "Look." } }] },
      { agent: "general", calls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { agent: "general", text: "Seen." },
      { text: "Done." },
    ];
    const world = openRecordedWorld();
    world.write({ "a.txt": "1", "t.jsonl": turns.map((turn) => JSON.stringify(turn)).join("\n") });
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const env = { TRACEPARENT: `00-${trace}-b7ad6b7169203331-01` };
    const ran = await world.run(["run", "Look.", "--script", "t.jsonl"], { env });
    expect(ran.code, ran.stderr).toBe(0);
    const { stdout } = await world.run(["runs", "--all", "--json"]);
    const { runs } = JSON.parse(stdout) as {
      runs: { sessionId: string; parentId: string | null }[];
    };
    const spans = async (isBelow: boolean): Promise<readonly OtlpSpan[]> => {
      const run = runs.find(({ parentId }) => (parentId !== null) === isBelow);
      const said = await world.run(["export", run?.sessionId ?? "", "--format", "otlp"]);
      const traces = JSON.parse(said.stdout) as OtlpTraces;
      checkForm(traces);
      return spansOf(traces);
    };
    const above = await spans(false);
    const below = await spans(true);
    expect(new Set([...above, ...below].map(({ traceId }) => traceId))).toEqual(new Set([trace]));
    expect(above[0]?.parentSpanId).toBe("b7ad6b7169203331");
    expect(below[0]?.parentSpanId).toBe(above[1]?.spanId);
  });

  it("posts to a collector, tries again what may pass, and tells what does not", async () => {
    const world = openRecordedWorld();
    await world.record(STEPS, OPTIONS);
    const taken: { path: string; type: string; auth: string; body: string }[] = [];
    const answers: { status: number; body?: string; headers?: Record<string, string> }[] = [
      { status: 503, headers: { "retry-after": "0" } },
      { status: 200, body: "{}" },
    ];
    const url = await serve((request, body) => {
      const { authorization = "", "content-type": type = "" } = request.headers;
      taken.push({ path: request.url ?? "", type, auth: authorization, body });
      return answers.shift() ?? { status: 400, body: "\u001b[31mno" };
    });
    const env = { OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20abc" };
    const posted = await world.run(["export", "--to", url], { env });
    expect([posted.code, posted.stdout]).toEqual([0, expect.stringMatching(/^✓ 4 spans to 127/)]);
    expect(taken).toHaveLength(2);
    expect(taken[1]).toMatchObject({
      path: "/v1/traces",
      type: "application/json",
      auth: "Bearer abc",
    });
    checkForm(JSON.parse(taken[1]?.body ?? "") as OtlpTraces);
    const refused = await world.run(["export", "--to", `${url}/custom`], { env });
    expect([refused.code, taken.at(-1)?.path]).toEqual([1, "/custom"]);
    expect(refused.stderr).toContain("it answered 400");
    answers.push({
      status: 200,
      body: `{"partialSuccess":{"rejectedSpans":"2","errorMessage":"full"}}`,
    });
    const partly = await world.run(["export", "--to", url]);
    expect([partly.code, partly.stdout]).toEqual([1, expect.stringContaining("2 spans: full")]);
  });

  it.each([
    [["--to", "nowhere"], "is not an address"],
    [["--to", "file:///etc"], "http or https"],
    [["--to", "http://127.0.0.1:1", "--format", "jsonl"], "A collector takes spans"],
    [["--format", "otlp", "--rows"], "spans have no rows"],
    [["--format", "xml"], "must be one of jsonl, otlp"],
  ])("refuses %j and does nothing", async (words, text) => {
    const world = openRecordedWorld();
    const { code, stderr } = await world.run(["export", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });
});

type Answered = { status: number; body?: string; headers?: Record<string, string> };

async function serve(
  answer: (request: import("node:http").IncomingMessage, body: string) => Answered,
): Promise<string> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, body = "", headers = {} } = answer(request, Buffer.concat(chunks).toString());
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
