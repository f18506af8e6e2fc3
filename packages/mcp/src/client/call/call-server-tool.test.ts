import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { callServerTool } from "./call-server-tool.ts";

const REVISION = "2026-07-28";
const text = { type: "text", text: "hello" };

/** Answers of servers, whole and odd. */
const answers: readonly (readonly [string, object])[] = [
  ["a text", { content: [text] }],
  ["nothing in it", { content: [] }],
  ["no content", {}],
  ["no content but a structure", { structuredContent: { a: 1 } }],
  ["content that is null", { content: null }],
  ["content that is no list", { content: text }],
  ["a member nobody knows", { content: [{ ...text, more: 1 }], more: { deep: [1] } }],
  ["a kind nobody knows", { content: [{ type: "video", data: "" }] }],
  ["a text without text", { content: [{ type: "text" }] }],
  ["a text that is a number", { content: [{ type: "text", text: 7 }] }],
  ["a picture", { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] }],
  ["a picture that is no base64", { content: [{ type: "image", data: "%", mimeType: "a/b" }] }],
  ["a picture without a type", { content: [{ type: "image", data: "aGk=" }] }],
  ["a sound", { content: [{ type: "audio", data: "aGk=", mimeType: "audio/wav" }] }],
  ["a link", { content: [{ type: "resource_link", uri: "a:b", name: "b", size: 3 }] }],
  ["a link without a name", { content: [{ type: "resource_link", uri: "a:b" }] }],
  ["a resource", { content: [{ type: "resource", resource: { uri: "a:b", text: "x" } }] }],
  ["bytes", { content: [{ type: "resource", resource: { uri: "a:b", blob: "aGk=" } }] }],
  ["bytes that are none", { content: [{ type: "resource", resource: { uri: "a:b", blob: "%" } }] }],
  ["a resource without any", { content: [{ type: "resource" }] }],
  ["annotations", { content: [{ ...text, annotations: { audience: ["user"], priority: 1 } }] }],
  ["odd annotations", { content: [{ ...text, annotations: { audience: ["cat"] } }] }],
  ["odd priority", { content: [{ ...text, annotations: { priority: 2 } }] }],
  ["an error", { content: [text], isError: true }],
  ["an error that is a word", { content: [text], isError: "yes" }],
  ["a structure", { content: [text], structuredContent: { a: [1, null] } }],
  ["a structure that is a list", { content: [text], structuredContent: [1] }],
  ["what it says of itself", { content: [], _meta: { "io.modelcontextprotocol/serverInfo": 5 } }],
  ["a block's own note that is none", { content: [{ ...text, _meta: "no" }] }],
];

describe("the answer to a call", () => {
  it.each(answers)(
    "the answer to a call is the same by a plain request as by the official call: %s",
    async (_, answer) => {
      const given = { resultType: "complete", ...answer };
      expect(await callOf(given, { pid: null })).toEqual(await callOf(given, {}));
    },
  );

  it.each([
    ["no content", {}],
    ["a text that is a number", { content: [{ type: "text", text: 7 }] }],
  ])("the answer to a call is refused with %s", async (_, answer) => {
    const given = { resultType: "complete", ...answer };
    expect(await callOf(given, { pid: null })).toEqual({ refused: "INVALID_RESULT" });
  });
});

/** The outcome of a call: of a program, which is known by `pid`, or of an address. */
async function callOf(answer: object, kind: { readonly pid?: null }): Promise<unknown> {
  const client = await connect(answer, kind);
  const call = callServerTool({
    client,
    definition: { name: "t", inputSchema: { type: "object" } },
    arguments: {},
    runtime: { signal: new AbortController().signal, progress: () => undefined } as never,
    clock: { nowMs: () => 0 } as never,
    limits: { maxQuestions: 1 },
    front: { capabilities: {}, wantsLog: false } as never,
  });
  const outcome = await settled(call);
  await client.close();
  return outcome;
}

/** The value, or only that there is none: each side words a fault in its own way. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await call };
  } catch (error) {
    return { refused: (error as { readonly code?: unknown }).code };
  }
}

/** A server of the newest revision that has one answer to every call. */
async function connect(answer: object, kind: { readonly pid?: null }): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: REVISION } } },
  );
  const transport = {
    ...kind,
    onmessage: undefined as ((message: JSONRPCMessage) => void) | undefined,
    start: async () => {},
    close: async () => {},
    async send(message: JSONRPCMessage) {
      if (!("id" in message) || !("method" in message)) return;
      const result = message.method === "server/discover" ? DISCOVERED : answer;
      transport.onmessage?.({ jsonrpc: "2.0", id: message.id, result } as JSONRPCMessage);
    },
  };
  await client.connect(transport);
  return client;
}

const DISCOVERED = {
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
  supportedVersions: [REVISION],
  capabilities: { tools: {} },
};
