import { PassThrough } from "node:stream";
import { serveMcpStdio } from "@toolplane/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, type World } from "./world.ts";

const worlds: World[] = [];

afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

/** A server spoken to by raw lines, and the lines it says. */
function speak(maxMessageBytes?: number) {
  const world = createWorld();
  worlds.push(world);
  const input = new PassThrough();
  const output = new PassThrough();
  serveMcpStdio(world.face, {
    input,
    output,
    ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }),
  });
  const said: Record<string, unknown>[] = [];
  let rest = "";
  output.on("data", (chunk) => {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    said.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
  });
  return {
    say: (text: string) => input.write(text),
    heard: (count: number) => expect.poll(() => said.length).toBeGreaterThanOrEqual(count),
    said,
  };
}

const hello = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
})}\n`;

const ping = (id: number) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;

describe("what is no message", () => {
  it.each([
    ["not JSON at all", "{nope", -32_700],
    ["half an object", '{"jsonrpc":"2.0","id":1', -32_700],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
    ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":7}', -32_600],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
    ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32_600],
    ["a word", '"hello"', -32_600],
    ["null", "null", -32_600],
  ])("is answered and does not end the connection: %s", async (_name, line, code) => {
    const { say, said, heard } = speak();
    say(`${hello}${line}\n\n${ping(2)}`);
    await heard(3);
    expect(said.map(({ id, error }) => [id, (error as { code?: number })?.code])).toEqual(
      expect.arrayContaining([
        [1, undefined],
        [null, code],
        [2, undefined],
      ]),
    );
  });

  it("is bounded: of a line that never ends nothing is kept, and the next one is read", async () => {
    const { say, said, heard } = speak(1_000);
    say(hello);
    await heard(1);
    for (let piece = 0; piece < 50; piece += 1) say("x".repeat(100));
    say(`${"x".repeat(100)}\n${ping(3)}`);
    await heard(3);
    expect(said.slice(1)).toMatchObject([
      { id: null, error: { code: -32_600, message: expect.stringContaining("1000 bytes") } },
      { id: 3, result: {} },
    ]);
  });

  it("is answered to the request that was too long, by its own id", async () => {
    const { say, said, heard } = speak(1_000);
    const params = { name: "x".repeat(5_000) };
    const call = { jsonrpc: "2.0", id: 4, method: "tools/call", params };
    const answer = { jsonrpc: "2.0", id: 5, result: params };
    say(`${hello}${JSON.stringify(call)}\n${JSON.stringify(answer)}\n`);
    await heard(3);
    const refused = { code: -32_600, message: expect.stringContaining("1000 bytes") };
    expect(said).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 4, error: refused }),
        expect.objectContaining({ id: null, error: refused }),
      ]),
    );
  });

  it("is answered as a wrong request when a known method has wrong params", async () => {
    const { say, said, heard } = speak();
    const call = { jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: 5 } };
    const none = { jsonrpc: "2.0", id: 6, method: "no/such" };
    say(`${hello}${JSON.stringify(call)}\n${JSON.stringify(none)}\n`);
    await heard(3);
    const codes = said.map(({ id, error }) => [id, (error as { code?: number })?.code]);
    expect(codes).toEqual(
      expect.arrayContaining([
        [5, -32_602],
        [6, -32_601],
      ]),
    );
  });

  it("reads characters that arrive in halves, and many messages that arrive at once", async () => {
    const { say, said, heard } = speak();
    say(hello);
    await heard(1);
    const call = {
      jsonrpc: "2.0",
      id: 9,
      method: "tools/call",
      params: { name: "nö😀", arguments: {} },
    };
    for (const byte of Buffer.from(`${JSON.stringify(call)}\n`)) say(Buffer.of(byte) as never);
    await heard(2);
    expect(JSON.stringify(said[1])).toContain("Tool not found: nö😀");
    say(Array.from({ length: 200 }, (_, index) => ping(100 + index)).join(""));
    await heard(202);
  });
});
