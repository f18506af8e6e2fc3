import { PassThrough } from "node:stream";
import Anthropic from "@anthropic-ai/sdk";
import { createLineTransport, serveMcpStdio } from "@toolplane/mcp";
import { createScriptedBroker } from "@toolplane/testkit";
import { generateText, isStepCount } from "ai";
import OpenAI from "openai";
import type { Session, Toolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { scriptedLanguageModel } from "../../examples/stub/scripted-language-model.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../../examples/stub/scripted-provider.ts";
import type { ScriptedTurn } from "../../examples/stub/scripted-turn.ts";
import { createClient, textOf } from "../mcp/world.ts";
import { openLibrary } from "./fixture.ts";

/** One response with four calls: two that run, one that a rule refuses, one of a tool that is not there. */
const page = "web_page_h"; // the made name, whatever its digest
function turnOf(shown: readonly string[]): ScriptedTurn {
  const name = shown.find((one) => one.startsWith(page)) ?? "";
  return [
    { id: "a", name: "read", arguments: { path: "a.txt" } },
    { id: "b", name: "read", arguments: { path: ".env" } },
    { id: "c", name, arguments: {} },
    { id: "d", name: "gone", arguments: {} },
  ];
}

async function provider(turns: readonly ScriptedTurn[]): Promise<ScriptedProvider> {
  const started = await startScriptedProvider(turns);
  onTestFinished(() => started.close());
  return started;
}

const fence =
  /^<<<untrusted ([\w-]{22}) source="https:\/\/a\.test">>>\na page\n<<<end untrusted \1>>>$/;

describe("toOpenAI", () => {
  it("serves the real client: tools go out, every call comes back answered, in order", async () => {
    const { tp } = await openLibrary();
    const openai = tp.toOpenAI();
    const turn = turnOf(openai.tools.map((tool) => tool.function.name));
    const script = await provider([turn, "done"]);
    const client = new OpenAI({ apiKey: "none", baseURL: `${script.url}/v1` });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Look." }];
    const ask = async () => {
      const request = { model: "script", messages, tools: openai.tools };
      const { choices } = await client.chat.completions.create(request);
      return choices[0]?.message as OpenAI.ChatCompletionMessage;
    };
    const first = await ask();
    messages.push(first, ...(await openai.answer(first)));
    const last = await ask();
    expect(last.content).toBe("done");
    expect(await openai.answer(last)).toEqual([]);
    expect(script.requests[0]?.tools).toHaveLength(4);
    expect(script.requests[1]?.messages).toMatchObject([
      { role: "user" },
      { role: "assistant" },
      { role: "tool", tool_call_id: "a", content: "alpha\n" },
      { role: "tool", tool_call_id: "b", content: expect.stringMatching(/^Error: A rule denies/) },
      { role: "tool", tool_call_id: "c", content: expect.stringMatching(fence) },
      { role: "tool", tool_call_id: "d", content: "Error: Tool not found: gone" },
    ]);
    expect(JSON.stringify(script.requests)).not.toContain("internal");
  });

  it("puts pictures behind all answers, and answers calls of custom tools too", async () => {
    const { tp } = await openLibrary();
    const answers = await tp.toOpenAI().answer([
      { id: "a", function: { name: "picture", arguments: "{}" } },
      { id: "b", custom: { name: "shell", input: "ls" } },
      { id: "c", function: { name: "read", arguments: "{" } },
    ]);
    expect(answers.map(({ role }) => role)).toEqual(["tool", "tool", "tool", "user"]);
    expect(answers[1]).toMatchObject({ content: "Error: Tool not found: shell" });
    expect(answers[2]).toMatchObject({ content: expect.stringContaining("Invalid arguments") });
  });

  it("speaks for the session it is given, cancels with a signal, and hands on what was said meanwhile", async () => {
    const { tp } = await openLibrary();
    const session = tp.session({ steering: () => ["stop here"], strategy: "sequential" });
    const openai = tp.toOpenAI({ session, strict: true });
    expect(openai.tools.find((tool) => tool.function.name === "read")?.function.strict).toBe(true);
    const call = { function: { name: "read", arguments: '{"path":"a.txt"}' } };
    const answers = await openai.answer({
      tool_calls: [
        { id: "a", ...call },
        { id: "b", ...call },
      ],
    });
    expect(answers).toMatchObject([
      { content: "alpha\n" },
      { content: "Error: Skipped due to queued user message." },
      { role: "user", content: "stop here" },
    ]);
    const signal = AbortSignal.abort();
    expect(await tp.toOpenAI().answer([{ id: "x", ...call }], { signal })).toMatchObject([
      { tool_call_id: "x", content: "Error: Cancelled" },
    ]);
  });
});

describe("toOpenAIResponses", () => {
  it("serves the real client", async () => {
    const { tp } = await openLibrary();
    const openai = tp.toOpenAIResponses();
    const script = await provider([turnOf(openai.tools.map(({ name }) => name)), "done"]);
    const client = new OpenAI({ apiKey: "none", baseURL: `${script.url}/v1` });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Look." }];
    const ask = () =>
      client.responses.create({ model: "script", input, tools: openai.tools, store: false });
    const first = await ask();
    input.push(...first.output.filter((item) => item.type === "function_call"));
    input.push(...(await openai.answer(first)));
    const last = await ask();
    expect(await openai.answer(last.output)).toEqual([]);
    const sent = (script.requests[1]?.input ?? []) as readonly unknown[];
    expect(sent.slice(5)).toMatchObject([
      { type: "function_call_output", call_id: "a", output: "alpha\n" },
      { call_id: "b", output: expect.stringMatching(/^Error: A rule denies/) },
      { call_id: "c", output: expect.stringMatching(fence) },
      { call_id: "d", output: "Error: Tool not found: gone" },
    ]);
  });
});

describe("toAnthropic", () => {
  it("serves the real client: one user message answers every tool use", async () => {
    const { tp } = await openLibrary();
    const anthropic = tp.toAnthropic();
    const script = await provider([turnOf(anthropic.tools.map(({ name }) => name)), "done"]);
    const client = new Anthropic({ apiKey: "none", baseURL: script.url });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Look." }];
    const ask = () =>
      client.messages.create({ model: "script", max_tokens: 64, messages, tools: anthropic.tools });
    const first = await ask();
    const answer = await anthropic.answer(first);
    expect(answer).not.toBeNull();
    if (answer) messages.push({ role: first.role, content: first.content }, answer);
    expect(await anthropic.answer((await ask()).content)).toBeNull();
    const sent = script.requests[1]?.messages as readonly { readonly content: unknown }[];
    expect(sent[2]?.content).toMatchObject([
      { type: "tool_result", tool_use_id: "a", content: "alpha\n" },
      { tool_use_id: "b", is_error: true, content: expect.stringMatching(/^A rule denies/) },
      { tool_use_id: "c", content: expect.stringMatching(fence) },
      { tool_use_id: "d", is_error: true, content: "Tool not found: gone" },
    ]);
  });
});

describe("toAiSdk", () => {
  it("is a ToolSet: the SDK's own loop runs down the road [R022]", async () => {
    const { tp } = await openLibrary();
    const tools = tp.toAiSdk();
    for (const one of Object.values(tools)) {
      expect(one).toMatchObject({
        description: expect.any(String),
        inputSchema: expect.anything(),
        execute: expect.any(Function),
      });
    }
    const turn = turnOf(Object.keys(tools)).slice(0, 3) as ScriptedTurn;
    const model = scriptedLanguageModel([turn, "done"]);
    const result = await generateText({
      model,
      tools,
      prompt: "Look.",
      stopWhen: isStepCount(4),
    });
    expect(result.text).toBe("done");
    const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
    const told = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
    expect(told).toMatchObject([
      { toolCallId: "a", output: { type: "text", value: "alpha\n" } },
      { toolCallId: "b", output: { type: "error-text" } },
      { toolCallId: "c", output: { type: "text", value: expect.stringMatching(fence) } },
    ]);
  });

  it("fences the same call the same way, another call and another toolplane in another", async () => {
    const one = await openLibrary();
    const two = await openLibrary();
    const output = {
      type: "output",
      data: "a page",
      metadata: { duration_ms: 1, untrusted: { source: "https://a.test" } },
    };
    const told = (tp: Toolplane, session: Session, toolCallId: string) =>
      JSON.stringify(tp.toAiSdk({ session }).read?.toModelOutput({ toolCallId, output }));
    const session = one.tp.session({ id: "ses_1" });
    const first = told(one.tp, session, "c1");
    expect(told(one.tp, session, "c1")).toBe(first);
    expect(told(one.tp, session, "c2")).not.toBe(first);
    expect(told(one.tp, one.tp.session(), "c1")).not.toBe(first);
    expect(told(two.tp, two.tp.session({ id: "ses_1" }), "c1")).not.toBe(first);
  });
});

describe("toMcp", () => {
  const connect = async (tp: Toolplane, onForm?: () => unknown) => {
    const toServer = new PassThrough();
    const fromServer = new PassThrough();
    serveMcpStdio(await tp.toMcp(), { input: toServer, output: fromServer });
    const client = createClient("2025-11-25", onForm);
    await client.connect(createLineTransport({ input: fromServer, output: toServer }));
    return client;
  };
  const write = { name: "save", arguments: { path: "b.txt" } };

  it("asks the client that called, and nobody else; what cannot be asked is refused and says so", async () => {
    const broker = createScriptedBroker([]);
    for (const options of [{}, { broker }]) {
      const { tp, host } = await openLibrary({ ...options, contained: false });
      const asked = await connect(tp, () => ({
        action: "accept",
        content: { answer: "Allow once" },
      }));
      const silent = await connect(tp);
      expect((await asked.listTools()).tools).toHaveLength(4);
      expect(textOf(await asked.callTool({ name: "read", arguments: { path: "a.txt" } }))).toBe(
        "alpha\n",
      );
      expect((await asked.callTool(write)).isError).toBeFalsy();
      expect(host.fileText("/workspace/b.txt")).toBe("new\n");
      const refused = await silent.callTool({ ...write, arguments: { path: "c.txt" } });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain("nobody can be asked");
      expect(host.fileText("/workspace/c.txt")).toBeFalsy();
      expect(broker.questions()).toEqual([]);
      expect(tp.session().manifest.headless).toBe(!("broker" in options));
      await asked.close();
      await silent.close();
    }
  });
});

describe("answers to what is no response", () => {
  it("are none, and nothing is thrown", async () => {
    const { tp } = await openLibrary();
    const odd = [null, 1, "x", undefined] as never;
    expect(await tp.toOpenAI().answer(odd)).toEqual([]);
    expect(await tp.toOpenAI().answer({ role: "assistant", tool_calls: null } as never)).toEqual(
      [],
    );
    expect(await tp.toOpenAIResponses().answer(odd)).toEqual([]);
    expect(await tp.toAnthropic().answer(odd)).toBeNull();
  });
});
