import { defineTool, type EarlierRun, type ToolResult } from "@toolplane/contract";
import {
  classifyCalls,
  type LoadedRecord,
  loadRecord,
  readEarlierRun,
} from "@toolplane/kernel/record";
import { createFakeClock, createMemoryHost, type MemoryStore } from "@toolplane/testkit";
import { codeModeTool } from "@toolplane/tools";
import { PROGRAM_MODULES } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { allowAll } from "../road/fixture.ts";
import { openRecorded, type RecordedWorld } from "./fixture.ts";

const PROGRAM = `
  const first = await tools.send({ text: "one at " + Date.now() });
  const second = await tools.send({ text: "two" });
  return [first, second];`;

/** What really happened in the world outside, over all processes. */
interface Outside {
  readonly sent: string[];
  hangs: boolean;
}

interface Earlier {
  readonly store: MemoryStore;
  readonly record: LoadedRecord;
  readonly calls: readonly { readonly callId: string; readonly state: "done" | "unknown" }[];
}

/** A process: the same outside and the same store as the one before, and a clock that went on. */
function start(
  outside: Outside,
  options: { readonly earlier?: Earlier; readonly answers?: readonly "once"[] } = {},
) {
  const clock = createFakeClock({ wallMs: options.earlier ? 60_000 : 1_000 });
  const sendTool = defineTool({
    id: "send",
    description: "Sends a text.",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    requires: {},
    execute: async ({ text }) => {
      outside.sent.push(String(text));
      if (outside.hangs) await Promise.withResolvers<void>().promise;
      return `sent ${text}`;
    },
  });
  const answers = options.answers ?? [];
  const broker = { ask: Promise.withResolvers<void>() };
  const world = openRecorded({
    ...(options.earlier ? { store: options.earlier.store } : {}),
    answers: async (_, index) => {
      const answer = answers[index];
      if (answer) return answer;
      broker.ask.resolve();
      return Promise.withResolvers<"once">().promise;
    },
    kernel: {
      host: createMemoryHost({ modules: PROGRAM_MODULES, clock }),
      tools: [codeModeTool, sendTool],
    },
    session: {
      rules: [allowAll, { permission: "send", pattern: "*", action: "ask" }],
      ...(options.earlier ? { earlierCalls: options.earlier.calls } : {}),
    },
  });
  return { ...world, unanswered: broker.ask.promise };
}

/** What a process leaves that ends here and now. */
async function kill(world: RecordedWorld): Promise<Earlier> {
  await world.recorder.flush();
  const store = world.store.crash();
  const record = await loadRecord(store, "ses_1");
  const calls = classifyCalls(record.rows).flatMap(({ callId, state }) =>
    state === "not started" ? [] : [{ callId, state }],
  );
  return { store, record, calls };
}

function run({ session }: RecordedWorld, id: string, resumes?: EarlierRun): Promise<ToolResult> {
  const call = { id, name: "code_mode", arguments: { program: PROGRAM } };
  return session.call(call, resumes ? { resumes } : {});
}

describe("a program whose process ended", () => {
  it("goes on where a call of it waited for an answer, and does nothing twice", async () => {
    const outside: Outside = { sent: [], hangs: false };
    const first = start(outside, { answers: ["once"] });
    void run(first, "call_1");
    await first.unanswered;
    const earlier = await kill(first);
    const resumes = readEarlierRun(earlier.record, ["call_1"]);
    expect(resumes?.calls).toHaveLength(1);

    const second = start(outside, { earlier, answers: ["once"] });
    const result = await run(second, "call_1", resumes ?? undefined);
    const at = outside.sent[0];
    expect(result).toMatchObject({ data: { result: [`sent ${at}`, "sent two"] } });
    expect(outside.sent).toEqual([at, "two"]);
    expect(second.broker.questions().map(({ callId }) => callId)).toEqual(["call_1.2"]);
    expect(readEarlierRun(await second.record(), ["call_1"])).toBe(null);
  });

  it("goes on under another id where it was cancelled", async () => {
    const outside: Outside = { sent: [], hangs: false };
    const first = start(outside, { answers: ["once"] });
    const cancelled = run(first, "call_1");
    await first.unanswered;
    first.session.cancel();
    expect(await cancelled).toMatchObject({ code: "cancelled" });
    const earlier = await kill(first);
    const resumes = readEarlierRun(earlier.record, ["call_1"]);
    expect(resumes?.calls[1]).toEqual({ stopped: 1 });

    const second = start(outside, { earlier, answers: [] });
    void run(second, "call_2", resumes ?? undefined);
    await second.unanswered;
    expect(second.broker.questions().map(({ callId }) => callId)).toEqual(["call_2.2-2"]);
    const again = await kill(second);
    const third = start(outside, { earlier: again, answers: ["once"] });
    const both = readEarlierRun(again.record, ["call_1", "call_2"]);
    expect(await run(third, "call_3", both ?? undefined)).toMatchObject({ type: "output" });
    expect(outside.sent).toEqual([expect.stringContaining("one at"), "two"]);
  });

  it("ends at a call of which nobody knows what became", async () => {
    const outside: Outside = { sent: [], hangs: true };
    const first = start(outside, { answers: ["once"] });
    void run(first, "call_1");
    await expect.poll(() => outside.sent).toHaveLength(1);
    const earlier = await kill(first);
    const resumes = readEarlierRun(earlier.record, ["call_1"]);
    const second = start(outside, { earlier, answers: ["once", "once"] });
    expect(await run(second, "call_1", resumes ?? undefined)).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("may have run, wholly, partly or not at all"),
    });
    expect(outside.sent).toHaveLength(1);
  });

  it("is not begun a second time without what it had done, nor once it has gone on", async () => {
    const outside: Outside = { sent: [], hangs: false };
    const first = start(outside, { answers: ["once"] });
    void run(first, "call_1");
    await first.unanswered;
    const earlier = await kill(first);
    const second = start(outside, { earlier, answers: ["once"] });
    expect(await run(second, "call_1")).toMatchObject({ code: "conflict" });
    const resumes = readEarlierRun(earlier.record, ["call_1"]) ?? undefined;
    expect(await run(second, "call_1", resumes)).toMatchObject({ type: "output" });
    expect(await run(second, "call_1", resumes)).toMatchObject({ code: "conflict" });
    expect(outside.sent).toHaveLength(2);
  });
});
