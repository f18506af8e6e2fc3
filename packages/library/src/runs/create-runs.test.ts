import { advance, type LoopInput, type LoopState, loopSettings, newLoop } from "@toolplane/agent";
import { ToolError } from "@toolplane/contract";
import { createFakeClock, createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import type { WaiterState } from "../approvals/waiter.ts";
import { createRuns, type Runs } from "./create-runs.ts";

const KEY = new Uint8Array(32).fill(7);
const ABOUT = { model: "scripted", prompt: "Do it.", workspace: "/project" };
const BEGUN = { id: "run_1", sessionId: "ses_1", about: ABOUT };
const SPENT = { inputTokens: 0, outputTokens: 0, costMicros: 0 };

const answer = (text: string, ...ids: readonly string[]): LoopInput => ({
  type: "answer",
  workedMs: 1,
  answer: {
    text,
    calls: ids.map((id) => ({ id, name: "read", arguments: "{}" })),
    finish: ids.length > 0 ? "calls" : "stop",
    usage: SPENT,
  },
});
const results = (waiting: readonly string[], ...ids: readonly string[]): LoopInput => ({
  type: "results",
  results: ids.map((callId) => ({
    role: "tool",
    callId,
    tool: "read",
    isError: false,
    content: [{ type: "text", text: `result of ${callId}` }],
  })),
  steering: [],
  workedMs: 1,
  waiting,
});
const PROMPT: LoopInput = { type: "prompt", text: "Do it." };

interface World {
  readonly store: ReturnType<typeof createMemoryStore>;
  readonly runs: Runs;
  /** The runs as another process sees them; what it thinks of the first. */
  other(state: WaiterState): Runs;
}

function openWorld(): World {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const ground = { store, key: KEY, clock };
  return {
    store,
    runs: createRuns(ground),
    other: (state) => createRuns({ ...ground, stateOf: () => state }),
  };
}

/** Plays inputs and keeps every state; gives the last. */
async function play(
  driven: { keep(state: LoopState): Promise<void> },
  from: LoopState,
  ...inputs: readonly LoopInput[]
): Promise<LoopState> {
  let state = from;
  for (const input of inputs) {
    ({ state } = advance(state, input));
    await driven.keep(state);
  }
  return state;
}

describe("a kept run", () => {
  it("comes back as it was after every step, in whatever order its calls were answered", async () => {
    const { runs } = openWorld();
    const driven = runs.begin(BEGUN);
    let state = newLoop("run_1");
    for (const input of [
      PROMPT,
      answer("I look.", "a", "b", "c"),
      results(["qst_1"], "b"),
      { type: "resume" } as const,
      results([], "a", "c"),
      answer("Done."),
    ]) {
      ({ state } = advance(state, input));
      await driven.keep(state);
      expect((await runs.open("run_1")).state).toEqual(state);
    }
    const { run, turns, said } = await runs.open("run_1");
    expect(run).toMatchObject({ status: "done", turns: 2, prompt: "Do it.", model: "scripted" });
    expect(turns.map(({ turn }) => turn)).toEqual([0, 1, 2]);
    expect(said).toHaveLength(6);
  });

  it("writes what is new, and not the conversation again with each step", async () => {
    const { runs, store } = openWorld();
    const driven = runs.begin(BEGUN);
    let state = await play(driven, newLoop("run_1"), PROMPT);
    for (let turn = 0; turn < 60; turn += 1)
      state = await play(
        driven,
        state,
        answer("x".repeat(500), `c${turn}`),
        results([], `c${turn}`),
      );
    const row = await store.runs.get("run_1");
    expect(JSON.stringify(row?.head).length).toBeLessThan(1_500);
    const log = await store.runs.log("run_1", { from: 0, limit: 9_999 });
    expect(log).toHaveLength(1 + 60 * 2 + 61);
    expect((await runs.open("run_1")).state).toEqual(state);
  });

  it("keeps every message that compaction left out, and the conversation that is left", async () => {
    const { runs } = openWorld();
    const driven = runs.begin(BEGUN);
    const settings = loopSettings({ compactAt: 200, keepTokens: 40 });
    const long = "x".repeat(900);
    const inputs: readonly LoopInput[] = [
      ...[PROMPT, answer(long, "a"), results([], "a"), answer(long, "b"), results([], "b")],
      { type: "compacted", summary: "Short.", spent: SPENT },
      answer("Done."),
    ];
    const state = await play(driven, newLoop("run_1", settings), ...inputs);
    const opened = await runs.open("run_1");
    expect(opened.state).toEqual(state);
    expect(opened.said.length).toBeGreaterThan(state.messages.length);
    await driven.release();
    const again = await runs.drive("run_1");
    await again.keep(advance(again.state, PROMPT).state);
    expect((await runs.open("run_1")).state.messages.at(-1)).toMatchObject({ text: "Do it." });
  });

  it("is driven by one process: another is told so, and takes it once that is gone", async () => {
    const { runs, other } = openWorld();
    const driven = runs.begin(BEGUN);
    const state = await play(driven, newLoop("run_1"), PROMPT);
    await expect(other("waiting").drive("run_1")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`process ${process.pid}`),
    });
    expect((await other("gone").list())[0]?.status).toBe("interrupted");
    const heir = await other("gone").drive("run_1");
    expect(heir.state).toEqual(state);
    // It was not gone after all: its next step is refused, before anything is done with it.
    await expect(driven.keep(advance(state, answer("Mine.")).state)).rejects.toMatchObject({
      code: "conflict",
    });
    await heir.keep(advance(state, answer("Theirs.")).state);
    expect((await runs.open("run_1")).state.outcome).toMatchObject({ text: "Theirs." });
  });

  it("is not taken again by a process that lost it while what drove it there has not let go", async () => {
    const { runs, other } = openWorld();
    const lost = runs.begin(BEGUN);
    await play(lost, newLoop("run_1"), PROMPT);
    const heir = await other("gone").drive("run_1");
    // It comes back: for it, the heir let go in good order.
    await heir.release();
    await expect(runs.drive("run_1")).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("has not let go of it"),
    });
    await lost.release();
    const again = await runs.drive("run_1");
    await expect(runs.drive("run_1")).rejects.toMatchObject({ code: "conflict" });
    await again.release();
    await again.hold();
    await expect(runs.drive("run_1")).rejects.toMatchObject({ code: "conflict" });
    await again.release();
    await (await runs.drive("run_1")).release();
  });

  it("is claimed in the record before anything of it is read, and let go of where that fails", async () => {
    const { store } = openWorld();
    const said: string[] = [];
    const clock = createFakeClock();
    const fence = {
      begin: ({ runId }: { readonly runId: string }) => void said.push(`begin ${runId}`),
      claim: async () => void said.push("claim"),
      release: () => void said.push("release"),
    };
    const noted = {
      ...store,
      runs: {
        ...store.runs,
        log: (...given: Parameters<typeof store.runs.log>) => {
          said.push("log");
          return store.runs.log(...given);
        },
      },
    };
    const ground = { store: noted, key: KEY, clock, stateOf: () => "gone" as const };
    await play(createRuns({ ...ground, fence }).begin(BEGUN), newLoop("run_1"), PROMPT);
    const own = createRuns({ ...ground, fence });
    const heir = await own.drive("run_1");
    await heir.release();
    await heir.hold();
    expect(said.join(" ")).toBe("begin run_1 log claim log release claim");
    await heir.release();
    const next = await own.drive("run_1");
    said.length = 0;
    await expect(heir.hold()).rejects.toMatchObject({ code: "conflict" });
    expect(said).toEqual([]);
    await next.release();
    const down = { ...fence, claim: () => Promise.reject(new Error("down")) };
    await expect(createRuns({ ...ground, fence: down }).drive("run_1")).rejects.toThrow("down");
    expect((await store.runs.get("run_1"))?.owner).toBeNull();
  });

  it("is let go of between two prompts, and taken again", async () => {
    const { runs, other } = openWorld();
    const driven = runs.begin(BEGUN);
    let state = await play(driven, newLoop("run_1"), PROMPT, answer("Done."));
    await driven.release();
    await driven.hold();
    state = await play(driven, state, PROMPT, answer("Again."));
    await driven.release();
    const heir = await other("waiting").drive("run_1");
    await expect(driven.hold()).rejects.toMatchObject({ code: "conflict" });
    await heir.keep(advance(state, PROMPT).state);
  });

  it("is let go of when the store is there again, and can be taken again before that", async () => {
    const { store } = openWorld();
    const clock = createFakeClock();
    let isDown = false;
    const claim: typeof store.runs.claim = async (...given) => {
      if (isDown) throw new ToolError("unavailable", "The database is away.");
      return store.runs.claim(...given);
    };
    const owner = async () => (await store.runs.get("run_1"))?.owner;
    const runs = createRuns({
      store: { ...store, runs: { ...store.runs, claim } },
      key: KEY,
      clock,
    });
    const driven = runs.begin(BEGUN);
    await play(driven, newLoop("run_1"), PROMPT);
    isDown = true;
    await driven.release();
    await clock.advance(5_000);
    expect(await owner()).not.toBeNull();
    isDown = false;
    await clock.advance(30_000);
    expect(await owner()).toBeNull();
    await driven.hold();
    isDown = true;
    await driven.release();
    isDown = false;
    await driven.hold();
    await clock.advance(60_000);
    expect(await owner()).not.toBeNull();
  });

  it("is let go of where the answer to its claim was lost, also when the store comes to that claim later", async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const first = createRuns({ store, key: KEY, clock }).begin(BEGUN);
    await play(first, newLoop("run_1"), PROMPT);
    await first.release();
    const late: (() => Promise<unknown>)[] = [];
    let isLost = true;
    const claim: typeof store.runs.claim = async (...given) => {
      if (!isLost) return store.runs.claim(...given);
      isLost = false;
      late.push(() => store.runs.claim(...given));
      throw new ToolError("unavailable", "The database did not answer in time.");
    };
    const cut = { ...store, runs: { ...store.runs, claim } };
    const owner = async () => (await store.runs.get("run_1"))?.owner;
    const taken = createRuns({ store: cut, key: KEY, clock }).drive("run_1");
    await expect(taken).rejects.toMatchObject({ code: "unavailable" });
    await clock.advance(2_000);
    await late[0]?.();
    expect(await owner()).not.toBeNull();
    await clock.advance(30_000);
    expect(await owner()).toBeNull();
    const again = await createRuns({ store, key: KEY, clock }).drive("run_1");
    await clock.advance(300_000);
    expect(await owner()).not.toBeNull();
    await again.release();
  });

  it("is found below the call that started it", async () => {
    const { runs } = openWorld();
    const parent = { runId: "run_0", callId: "call_1" };
    await play(runs.begin({ ...BEGUN, parent }), newLoop("run_1"), PROMPT);
    expect(await runs.below(parent)).toMatchObject({ id: "run_1", parentId: "run_0" });
    expect(await runs.below({ ...parent, callId: "call_2" })).toBeNull();
    await expect(runs.open("run_9")).rejects.toMatchObject({ code: "not_found" });
  });
});
