/** Runs of an agent with a model in memory: the same answers, the same tool, ours and the AI SDK's own loop. */
import { setImmediate as nextTick } from "node:timers/promises";
import { defineTool } from "@toolplane/contract";
import { createToolplane, type Toolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { doNothing, objectAt, type SampleArguments, SCHEMA, textAt } from "../kernel/workload.ts";
import { createRealClockHost } from "../real-clock-host.ts";

/** Calls of one run, each in a turn of its own; one more answer ends it. */
export const TURNS = 20;
const WARM_UP = 60;
const RUNS = 60;
const NAME = "read_sample";
const SYSTEM = "You read samples.";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** One answer as a stream: a call, or after the last one a word. */
function partsOf(turn: number): readonly object[] {
  const end = (unified: string) => ({
    type: "finish",
    finishReason: { unified, raw: undefined },
    usage: USAGE,
  });
  const start = { type: "stream-start", warnings: [] };
  if (turn >= TURNS)
    return [
      start,
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Done." },
      { type: "text-end", id: "t" },
      end("stop"),
    ];
  const call = {
    type: "tool-call",
    toolCallId: `call-${turn}`,
    toolName: NAME,
    input: textAt(turn),
  };
  return [start, call, end("tool-calls")];
}

/** Opens the mock of the AI SDK with one answer a turn. It keeps every request; that memory is the mock's own. */
async function openModel() {
  const { MockLanguageModelV4 } = await import("ai/test");
  let turn = 0;
  const model = new MockLanguageModelV4({
    doStream: async () => {
      const stream = ReadableStream.from(partsOf(turn));
      turn += 1;
      return { stream } as never;
    },
  });
  const begin = (): void => {
    turn = 0;
    model.doStreamCalls.length = 0;
  };
  return { model, begin };
}

/** Times whole runs; the figure is what one turn takes. */
async function timeRuns(run: () => Promise<string>): Promise<Figures> {
  const times: number[] = [];
  for (let at = 0; at < WARM_UP + RUNS; at += 1) {
    const start = performance.now();
    const text = await run();
    const ms = performance.now() - start;
    if (text !== "Done.") throw new Error(`the run ended with: ${text}`);
    if (at >= WARM_UP) times.push(ms);
    await nextTick();
  }
  return { turnUs: (median(times) * 1_000) / (TURNS + 1) };
}

const tool = () =>
  defineTool({
    id: NAME,
    description: "Does nothing.",
    parameters: SCHEMA,
    requires: {},
    gated: false,
    execute: (args) => doNothing(args as SampleArguments),
  });

function openOurs(): Promise<Toolplane> {
  return createToolplane({
    host: createRealClockHost({}),
    tools: [tool()],
    onWarning: () => undefined,
  });
}

/** The product's agent: every call judged, events told. */
export async function ourLoop(): Promise<Figures> {
  const tp = await openOurs();
  const { model, begin } = await openModel();
  try {
    return await timeRuns(async () => {
      begin();
      const agent = await tp.agent({ model: model as never, instructions: SYSTEM });
      const outcome = await agent.run("Read.");
      await agent.close();
      return outcome.text;
    });
  } finally {
    await tp.close();
  }
}

async function aiSdkTools() {
  const { jsonSchema, tool: aiTool } = await import("ai");
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const validate = new Ajv2020().compile<SampleArguments>(SCHEMA);
  const inputSchema = jsonSchema<SampleArguments>(structuredClone(SCHEMA) as never, {
    validate: (value) =>
      validate(value)
        ? { success: true, value }
        : { success: false, error: new Error("the sample is valid") },
  });
  return {
    [NAME]: aiTool({
      description: "Does nothing.",
      inputSchema,
      execute: (args: SampleArguments) => doNothing(args),
    }),
  };
}

/** The AI SDK's own loop over the same model. */
export async function aiSdkLoop(): Promise<Figures> {
  const { streamText, isStepCount } = await import("ai");
  const tools = await aiSdkTools();
  const { model, begin } = await openModel();
  return timeRuns(async () => {
    begin();
    const told = streamText({
      model,
      tools,
      instructions: SYSTEM,
      prompt: "Read.",
      stopWhen: isStepCount(TURNS + 1),
    });
    await told.consumeStream();
    return told.text;
  });
}

const CALLS = 10_000;
const WINDOW = 100;
/** Tokens of the model's memory: past 80 of 100 the beginning is said shorter. */
const MEMORY = 20_000;

/** A run of ten thousand calls whose conversation is kept within bounds; what is kept after the first and after the last hundred. */
export async function longRun(window: "first" | "last"): Promise<Figures> {
  const tp = await openOurs();
  const until = window === "first" ? WINDOW : CALLS;
  const times: number[] = [];
  let answers = 0;
  let last = 0;
  const model = {
    ...scriptedModel((request) => {
      if (request.tools.length === 0) return { text: "It read." };
      const now = performance.now();
      if (answers > until - WINDOW) times.push(now - last);
      last = now;
      answers += 1;
      if (answers > until) return { text: "Done." };
      const args = objectAt(answers) as never;
      return { calls: [{ id: `call-${answers}`, name: NAME, arguments: args }] };
    }),
    contextTokens: MEMORY,
  };
  const agent = await tp.agent({ model, limits: { turns: CALLS + 1, repeats: CALLS } });
  const outcome = await agent.run("Read.");
  if (outcome.text !== "Done.") throw new Error(`the run ended with: ${outcome.text}`);
  (globalThis as { gc?: () => void }).gc?.();
  const heapBytes = process.memoryUsage().heapUsed;
  await tp.close();
  return { turnUs: median(times) * 1_000, heapBytes };
}
