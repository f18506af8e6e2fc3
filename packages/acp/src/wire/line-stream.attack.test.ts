import { PassThrough } from "node:stream";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { createLineStream } from "./line-stream.ts";

function open(bounds: { readonly maxMessageBytes?: number; readonly maxOpenRequests?: number }) {
  const input = new PassThrough();
  const output = new PassThrough();
  const { readable, writable } = createLineStream({ input, output, ...bounds });
  const answers = (): { readonly id: unknown; readonly error?: { readonly code: number } }[] =>
    (output.read()?.toString() ?? "")
      .split("\n")
      .filter((line: string) => line !== "")
      .map((line: string) => JSON.parse(line));
  return { input, output, readable, writer: writable.getWriter(), answers };
}

const request = (id: number | string): AnyMessage => ({
  jsonrpc: "2.0",
  id,
  method: "x",
  params: {},
});

async function all(readable: ReadableStream<AnyMessage>): Promise<AnyMessage[]> {
  const messages: AnyMessage[] = [];
  for await (const message of readable) messages.push(message);
  return messages;
}

describe("lines of a client that means no good", () => {
  it("a line that is too long is refused, and the next is read", async () => {
    const { input, readable, answers } = open({ maxMessageBytes: 100 });
    input.write(`${"x".repeat(1_000)}\n${JSON.stringify(request(1))}\n`);
    input.end();
    expect(await all(readable)).toEqual([request(1)]);
    expect(answers()).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  it("a client opens only so many requests, and none twice under one id", async () => {
    const { input, readable, answers, writer } = open({ maxOpenRequests: 2 });
    const send = (id: number | string): void =>
      void input.write(`${JSON.stringify(request(id))}\n`);
    for (const id of [1, 1, "1", 3]) send(id);
    const reader = readable.getReader();
    expect((await reader.read()).value).toEqual(request(1));
    expect((await reader.read()).value).toEqual(request("1"));
    expect(answers()).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 3, error: { code: -32000 } },
    ]);
    await writer.write({ jsonrpc: "2.0", id: 1, result: {} });
    send(3);
    expect((await reader.read()).value).toEqual(request(3));
    await reader.cancel();
  });

  it("the lines end with either stream, without an unhandled error", async () => {
    const one = open({});
    one.output.destroy(new Error("gone"));
    expect(await all(one.readable)).toEqual([]);
    const two = open({});
    two.input.destroy(new Error("gone"));
    expect(await all(two.readable)).toEqual([]);
    await two.writer.write(request(1));
  });
});
