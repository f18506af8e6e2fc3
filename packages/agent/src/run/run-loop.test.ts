import { defineTool, type ToolResult } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import type { LoopInput } from "../loop/loop-input.ts";
import { type LoopState, loopSettings, newLoop } from "../loop/loop-state.ts";
import { openCalls } from "../loop/message.ts";
import { type Model, ModelError } from "../models/model.ts";
import { type ModelScript, scriptedModel } from "../models/scripted-model.ts";
import { textToolsModel } from "../models/text-tools-model.ts";
import { runLoop } from "./run-loop.ts";
import type { RunEvent, RunOptions } from "./run-options.ts";

const echo = defineTool({
  id: "echo",
  description: "Says it again.",
  parameters: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  },
  requires: {},
  gated: false,
  execute: async ({ text }: { text: string }) => ({ text }),
});

interface World {
  readonly events: RunEvent[];
  readonly kept: LoopState[];
  readonly run: (state: LoopState, given?: Partial<RunOptions>) => Promise<LoopState>;
}

function openWorld(model: Model): World {
  const host = createMemoryHost();
  const kernel = createKernel({ host, tools: [echo] });
  const session = kernel.session();
  const events: RunEvent[] = [];
  const kept: LoopState[] = [];
  return {
    events,
    kept,
    run: (state, given = {}) =>
      runLoop({
        state,
        model,
        session,
        system: () => "Be brief.",
        tools: () => [],
        clock: host.clock,
        signal: new AbortController().signal,
        nonce: () => "n",
        inbox: { take: () => [] },
        on: (event) => events.push(event),
        keep: async (one) => void kept.push(one),
        ...given,
      }),
  };
}

function says(...inputs: readonly LoopInput[]): RunOptions["inbox"] {
  let waiting = inputs;
  return {
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}

/** Answers at once, and notes what it was sent. */
function answering(sent: string[][]): Model {
  return scriptedModel(({ messages }) => {
    sent.push(messages.map((message) => ("text" in message ? message.text : "")));
    return { text: "Here." };
  });
}

const prompt: LoopInput = { type: "prompt", text: "Say hello." };
const SCRIPT: ModelScript = [
  { text: "I will.", calls: [{ name: "echo", arguments: { text: "hello" } }, { name: "nothing" }] },
  { text: "It said hello." },
];

describe("a run", () => {
  it("goes the road of the session for each call, shows the model what came of it, and ends", async () => {
    const { run, events } = openWorld(scriptedModel(SCRIPT));
    const { outcome, messages } = await run(newLoop("l"), { inbox: says(prompt) });
    expect(outcome).toEqual({ status: "done", text: "It said hello." });
    expect(messages[2]).toMatchObject({ tool: "echo", isError: false });
    expect(JSON.stringify(messages[2])).toContain("hello");
    expect(messages[3]).toMatchObject({ tool: "nothing", isError: true });
    expect(JSON.stringify(messages[3])).toContain("Tool not found: nothing");
    expect(events.map(({ type }) => type)).toContain("message-update");
  });

  it("goes on in another process from every state that was kept, and comes to the same end", async () => {
    const first = openWorld(scriptedModel(SCRIPT));
    const { messages } = await first.run(newLoop("l"), { inbox: says(prompt) });
    expect(first.kept.map(({ phase }) => phase)).toEqual(["model", "calls", "model", "over"]);
    for (const state of first.kept) {
      const read = JSON.parse(JSON.stringify(state)) as LoopState;
      const other = openWorld(scriptedModel(SCRIPT));
      const end = await other.run(read);
      expect(end.outcome).toEqual({ status: "done", text: "It said hello." });
      expect(end.messages.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
    }
  });

  it("sends a prefix that only grows, so that providers may keep it", async () => {
    const sent: string[] = [];
    const model = scriptedModel(({ system, tools, messages }, turn) => {
      sent.push(JSON.stringify([system, tools, ...messages]).slice(0, -1));
      return turn < 4 ? { calls: [{ name: "echo", arguments: { text: `${turn}` } }] } : null;
    });
    await openWorld(model).run(newLoop("l"), { inbox: says(prompt) });
    expect(sent).toHaveLength(5);
    for (const [index, text] of sent.entries())
      if (index > 0) expect(text.startsWith(sent[index - 1] as string)).toBe(true);
  });

  it("stops when it is cancelled while the model thinks, and leaves nothing open", async () => {
    const stop = new AbortController();
    const model: Model = {
      id: "slow",
      answer: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          stop.abort("Enough.");
        }),
    };
    const options = { inbox: says(prompt), signal: stop.signal };
    const { outcome, messages } = await openWorld(model).run(newLoop("l"), options);
    expect(outcome).toMatchObject({ status: "stopped", by: "cancel" });
    expect(openCalls(messages)).toEqual([]);
  });

  it("keeps what the model had said when it is stopped, without the call it was writing", async () => {
    const stop = new AbortController();
    const sent: string[][] = [];
    const model = textToolsModel({
      id: "slow",
      answer: ({ messages }, { signal, onText }) => {
        sent.push(messages.map((message) => ("text" in message ? message.text : "")));
        onText('I look.\n```json\n{"tool": "ec');
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          stop.abort("You stopped it.");
        });
      },
    });
    const options = { inbox: says(prompt), signal: stop.signal };
    const { run, kept } = openWorld(model);
    const { outcome, messages } = await run(newLoop("l"), options);
    expect(outcome).toMatchObject({ message: "You stopped it.", text: "I look." });
    expect(kept.at(-1)?.messages).toEqual(messages);
    const again = says({ type: "prompt", text: "And now?" });
    const next = { ...newLoop("l"), messages };
    await run(next, { inbox: again, signal: new AbortController().signal, model: answering(sent) });
    expect(sent.at(-1)).toEqual(["Say hello.", "I look.\n\n[stopped by the user]", "And now?"]);
  });

  it("forgets the words of a try that failed", async () => {
    const stop = new AbortController();
    let tries = 0;
    const model: Model = {
      id: "cut",
      async answer(_request, { signal, onText }) {
        tries += 1;
        onText(`try ${tries}`);
        if (tries === 1) throw new ModelError("cut off", { isPassing: true, retryAfterMs: 0 });
        stop.abort("You stopped it.");
        throw signal.reason;
      },
    };
    const clock = {
      ...createMemoryHost().clock,
      setTimer(_ms: number, callback: () => void) {
        callback();
        return () => undefined;
      },
    };
    const options = { inbox: says(prompt), signal: stop.signal, clock };
    const { messages } = await openWorld(model).run(newLoop("l"), options);
    expect(messages.at(-1)).toMatchObject({ text: "try 2\n\n[stopped by the user]" });
  });

  it("leaves nothing out of a conversation when it is stopped while it is summed up", async () => {
    const stop = new AbortController();
    const long = "x".repeat(4_000);
    const earlier: LoopState["messages"] = [
      { role: "user", from: "person", text: long },
      { role: "assistant", text: long, calls: [] },
    ];
    const model: Model = {
      id: "stopped",
      async answer(_request, { signal }) {
        stop.abort("You stopped it.");
        throw signal.reason;
      },
    };
    const settings = loopSettings({ compactAt: 400, keepTokens: 150 });
    const { messages } = await openWorld(model).run(newLoop("l", settings, earlier), {
      inbox: says(prompt),
      signal: stop.signal,
    });
    expect(messages.slice(0, 2)).toEqual(earlier);
    expect(messages.at(-1)).toMatchObject({ text: "[stopped by the user]" });
  });

  it("tries again what passes, waits as long as the provider says, and gives up on what does not", async () => {
    const waits: number[] = [];
    const clock = {
      nowMs: () => 0,
      wallMs: () => 0,
      setTimer(ms: number, callback: () => void) {
        waits.push(ms);
        callback();
        return () => undefined;
      },
    };
    let tries = 0;
    const busy: Model = {
      id: "busy",
      async answer(request, options) {
        tries += 1;
        if (tries === 1) throw new ModelError("429", { isPassing: true, retryAfterMs: 7_000 });
        if (tries === 2) throw new ModelError("503", { isPassing: true });
        return scriptedModel([{ text: "here" }]).answer(request, options);
      },
    };
    const done = await openWorld(busy).run(newLoop("l"), { inbox: says(prompt), clock });
    expect(done.outcome).toEqual({ status: "done", text: "here" });
    expect(waits).toEqual([7_000, 2_000]);
    const broken: Model = {
      id: "broken",
      answer: async () => {
        throw new ModelError("no such model", { isPassing: false });
      },
    };
    const failed = await openWorld(broken).run(newLoop("l"), { inbox: says(prompt), clock });
    expect(failed.outcome).toMatchObject({
      status: "failed",
      message: "broken gave no answer: no such model.",
      tries: 1,
    });
  });

  it("has the beginning summed up by the model, without its tools, and goes on", async () => {
    const asked: number[] = [];
    const model = scriptedModel(({ messages, tools }) => {
      const last = messages.at(-1);
      if (last?.role === "user" && last.text.startsWith("Sum up")) {
        asked.push(tools.length);
        return { text: "Said a lot." };
      }
      const said = messages.some(({ role, ...rest }) => JSON.stringify(rest).includes("a lot"));
      if (said) return { text: "Done." };
      const text = "x".repeat(400);
      return { calls: [{ name: "echo", arguments: { text: `${messages.length}${text}` } }] };
    });
    const settings = loopSettings({ compactAt: 400, keepTokens: 150 });
    const { outcome, messages } = await openWorld(model).run(newLoop("l", settings), {
      inbox: says(prompt),
    });
    expect(asked).toEqual([0]);
    expect(outcome).toEqual({ status: "done", text: "Done." });
    expect(messages[0]).toMatchObject({ text: "Say hello." });
  });

  it("does not make a call again that came to its end before", async () => {
    const { run } = openWorld(scriptedModel(SCRIPT));
    const first = await openWorld(scriptedModel(SCRIPT)).run(newLoop("l"), { inbox: says(prompt) });
    const [asked, wants] = first.messages;
    if (wants?.role !== "assistant") throw new TypeError("no calls");
    const before = {
      ...newLoop("l"),
      phase: "calls" as const,
      turns: 1,
      messages: [asked, wants] as LoopState["messages"],
    };
    const known: ToolResult = { type: "output", data: "earlier", metadata: { duration_ms: 1 } };
    const asks: string[] = [];
    const { messages } = await run(before, {
      earlier: async (calls) => {
        asks.push(...calls.map(({ id }) => id));
        return { results: new Map([[wants.calls[0]?.id ?? "", known]]), resumes: new Map() };
      },
    });
    expect(asks).toEqual(wants.calls.map(({ id }) => id));
    expect(JSON.stringify(messages[2])).toContain("earlier");
    expect(JSON.stringify(messages[3])).toContain("Tool not found");
  });

  it("gives ids to calls that a model gave the same id, or none", async () => {
    const twice = [
      { name: "echo", id: "x", arguments: { text: "1" } },
      { name: "echo", id: "x", arguments: { text: "2" } },
      { name: "echo", id: "", arguments: { text: "3" } },
    ];
    const { run } = openWorld(scriptedModel([{ calls: twice }]));
    const { messages } = await run(newLoop("l"), { inbox: says(prompt) });
    const answers = messages.filter(({ role }) => role === "tool");
    expect(answers).toHaveLength(3);
    expect(JSON.stringify(answers)).not.toContain('isError":true');
  });
});
