import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import type { Message } from "../loop/message.ts";
import { aiSdkModel } from "./ai-sdk-model.ts";

const USAGE = {
  inputTokens: { total: 100, noCache: 40, cacheRead: 60, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};
const finish = (unified: "stop" | "length" | "tool-calls" | "content-filter") =>
  ({ type: "finish", usage: USAGE, finishReason: { unified, raw: unified } }) as const;

function modelOf(
  parts: readonly LanguageModelV4StreamPart[] | Error,
  sent: LanguageModelV4CallOptions[] = [],
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "test.chat",
    modelId: "m",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Nobody asks for this.")),
    async doStream(options) {
      sent.push(options);
      if (parts instanceof Error) throw parts;
      return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> };
    },
  };
}

const none = { signal: new AbortController().signal, onText: () => undefined };
const ask = (messages: readonly Message[] = []) => ({ system: "Be brief.", tools: [], messages });

describe("a model of the AI SDK", () => {
  it("a model answers as it streams, with its usage and cost", async () => {
    const model = aiSdkModel(
      modelOf([
        { type: "text-start", id: "1" },
        { type: "text-delta", id: "1", delta: "I " },
        { type: "text-delta", id: "1", delta: "look." },
        { type: "text-end", id: "1" },
        { type: "tool-call", toolCallId: "a", toolName: "read", input: '{"path":"a"}' },
        finish("tool-calls"),
      ]),
      { price: { input: 2, output: 10 } },
    );
    const heard: string[] = [];
    const answer = await model.answer(ask(), { ...none, onText: (delta) => heard.push(delta) });
    expect(heard).toEqual(["I ", "look."]);
    expect(answer).toEqual({
      text: "I look.",
      calls: [{ id: "a", name: "read", arguments: '{"path":"a"}' }],
      finish: "calls",
      usage: { inputTokens: 100, cachedTokens: 60, outputTokens: 10, costMicros: 300 },
    });
  });

  it("a model gets its own reasoning again as it was, and another model does not", async () => {
    const signed = { test: { signature: "s" } };
    const source = modelOf([
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "Hm." },
      { type: "reasoning-end", id: "r", providerMetadata: signed },
      { type: "tool-call", toolCallId: "a", toolName: "read", input: "{}" },
      finish("tool-calls"),
    ]);
    const { text, calls, opaque } = await aiSdkModel(source).answer(ask(), none);
    const message: Message = { role: "assistant", text, calls, ...(opaque ? { opaque } : {}) };
    const kept = JSON.parse(JSON.stringify(message)) as Message;
    const sent: LanguageModelV4CallOptions[] = [];
    await aiSdkModel(modelOf([finish("stop")], sent)).answer(ask([kept]), none);
    expect(sent[0]?.prompt[1]).toMatchObject({
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", providerOptions: signed },
        { type: "tool-call", toolCallId: "a", toolName: "read", input: {} },
      ],
    });
    const other = { ...modelOf([finish("stop")], sent), provider: "other" };
    await aiSdkModel(other).answer(ask([kept]), none);
    expect(JSON.stringify(sent[1]?.prompt)).not.toContain("reasoning");
  });

  it("puts the answers of one turn into one message, and says which failed", async () => {
    const tool = (callId: string, isError: boolean): Message => ({
      role: "tool",
      callId,
      tool: "read",
      isError,
      content: [
        { type: "text", text: callId },
        { type: "image", data: "aGk=", mime_type: "image/png" },
      ],
    });
    const sent: LanguageModelV4CallOptions[] = [];
    const calls = [
      { id: "a", name: "read", arguments: "{}" },
      { id: "b", name: "read", arguments: "{broken" },
    ];
    const said: Message = { role: "assistant", text: "", calls };
    const model = aiSdkModel(modelOf([finish("stop")], sent));
    const picture = { type: "image", data: "aGk=", mime_type: "image/png" } as const;
    const shown: Message = { role: "user", from: "person", text: "This.", pictures: [picture] };
    await model.answer(ask([said, tool("a", false), tool("b", true), shown]), none);
    expect(sent[0]?.prompt[3]).toMatchObject({
      role: "user",
      content: [
        { type: "text", text: "This." },
        { type: "file", mediaType: "image/png" },
      ],
    });
    expect(sent[0]?.prompt[1]).toMatchObject({
      content: [{ input: {} }, { input: { text: "{broken" } }],
    });
    expect(sent[0]?.prompt[2]).toMatchObject({
      role: "tool",
      content: [
        { output: { type: "content", value: [{ text: "a" }, { mediaType: "image/png" }] } },
        { output: { type: "error-text", value: "b" } },
      ],
    });
  });

  it.each([
    ["length", "length"],
    ["content-filter", "refused"],
    ["stop", "stop"],
  ] as const)("a model that ends by %s says so", async (reason, expected) => {
    const answer = await aiSdkModel(modelOf([finish(reason)])).answer(ask(), none);
    expect(answer.finish).toBe(expected);
  });

  it("an answer that is cut off is none, and may be tried again", async () => {
    const cut = modelOf([{ type: "text-start", id: "1" }]);
    await expect(aiSdkModel(cut).answer(ask(), none)).rejects.toMatchObject({
      message: "the answer was cut off",
      isPassing: true,
    });
  });

  it("a refusal says why, whether it may pass, and never holds the key", async () => {
    const refusal = (statusCode: number, headers: Record<string, string> = {}) =>
      new APICallError({
        message: "Too many.",
        url: "https://host.test/?key=secret",
        requestBodyValues: {},
        statusCode,
        responseHeaders: headers,
      });
    const busy = aiSdkModel(modelOf(refusal(429, { "retry-after": "7" })));
    await expect(busy.answer(ask(), none)).rejects.toMatchObject({
      message: "Too many.",
      fault: { httpStatus: 429 },
      isPassing: true,
      retryAfterMs: 7_000,
    });
    const keyless = aiSdkModel(modelOf(refusal(401)), { keyVariable: "SOME_KEY" });
    await expect(keyless.answer(ask(), none)).rejects.toMatchObject({
      isPassing: false,
      fault: { httpStatus: 401, keyVariable: "SOME_KEY" },
    });
    const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const message = `Cannot connect to API: ${cause.message}`;
    const facts = { url: "https://host.test", requestBodyValues: {}, isRetryable: true };
    const gone = aiSdkModel(modelOf(new APICallError({ ...facts, message, cause })));
    await expect(gone.answer(ask(), none)).rejects.toMatchObject({
      message: "connection refused",
      isPassing: true,
      fault: { isUnreachable: true },
    });
    const told = modelOf([{ type: "error", error: new Error("overloaded") }]);
    await expect(aiSdkModel(told).answer(ask(), none)).rejects.toMatchObject({
      message: "overloaded",
    });
  });

  it("a model of another version of the interface is refused by name", () => {
    const old = { ...modelOf([]), specificationVersion: "v2" } as unknown as LanguageModelV4;
    expect(() => aiSdkModel(old)).toThrow("version v2");
  });
});
