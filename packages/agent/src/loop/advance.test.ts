import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance } from "./advance.ts";
import { workOf } from "./go-on.ts";
import type { LoopInput, ModelAnswer } from "./loop-input.ts";
import { type LoopState, loopSettings, NOTHING_SPENT, newLoop } from "./loop-state.ts";
import { type Message, openCalls, type ToolMessage } from "./message.ts";

const call = (id: string, text = "{}") => ({ id, name: "read", arguments: text });
const answer = (given: Partial<ModelAnswer> = {}): LoopInput => ({
  type: "answer",
  workedMs: 5,
  answer: { text: "", calls: [], finish: "stop", usage: NOTHING_SPENT, ...given },
});
const result = (callId: string, given: Partial<ToolMessage> = {}): ToolMessage => ({
  role: "tool",
  callId,
  tool: "read",
  content: [{ type: "text", text: "ok" }],
  isError: false,
  ...given,
});
const results = (...messages: ToolMessage[]): LoopInput => ({
  type: "results",
  results: messages,
  steering: [],
  workedMs: 5,
});

function play(state: LoopState, ...inputs: readonly LoopInput[]) {
  return inputs.reduce((step, input) => advance(step.state, input), {
    state,
    work: workOf(state),
    events: [] as ReturnType<typeof advance>["events"],
  });
}

const settings = (given: Parameters<typeof loopSettings>[0]) => loopSettings(given);
const prompt: LoopInput = { type: "prompt", text: "Do it." };

describe("advance", () => {
  it("waits for runs behind it that others drive, goes on with what they found, and is done when it has heard of all", () => {
    const wants = play(newLoop("l"), prompt, answer({ calls: [call("a")], finish: "calls" }));
    const started = play(wants.state, {
      type: "results",
      results: [result("a")],
      steering: [],
      workedMs: 5,
      behind: ["one", "two", "one"],
    });
    const waits = play(started.state, answer({ text: "I wait." }));
    expect(waits.state).toMatchObject({ phase: "suspended", behind: ["one", "two"], waiting: [] });
    // Woken for nothing.
    expect(play(waits.state, { type: "resume" }).state).toEqual(waits.state);
    const found = { type: "note", text: "one has finished." } as const;
    const heard = play(waits.state, { ...found, run: "one" }, { type: "resume" });
    expect(heard.work).toEqual({ do: "ask-model" });
    expect(play(heard.state, answer()).state).toMatchObject({ phase: "suspended" });
    const last = play(heard.state, { ...found, run: "two" }, answer(), answer({ text: "Done." }));
    expect(last.state).toMatchObject({ phase: "over", outcome: { status: "done" } });
    expect(last.state.behind).toBeUndefined();
    // One that is stopped waits for nobody.
    const stopped = play(waits.state, { type: "cancel", reason: "Stop." });
    expect(stopped.state).toMatchObject({ phase: "over", outcome: { by: "cancel" } });
  });

  it("asks the model, has its calls run, shows it the results, and ends with its last words", () => {
    const asked = play(newLoop("l"), prompt);
    expect(asked.work).toEqual({ do: "ask-model" });
    const wants = play(asked.state, answer({ calls: [call("a"), call("b")], finish: "calls" }));
    expect(wants.work).toEqual({ do: "run-calls", calls: [call("a"), call("b")] });
    // The order of the calls counts, not the order of their answers.
    const back = play(wants.state, results(result("b"), result("a")));
    expect(back.work).toEqual({ do: "ask-model" });
    const done = play(back.state, answer({ text: "It is done." }));
    expect(done.state).toMatchObject({ phase: "over", turns: 2, workedMs: 15 });
    expect(done.state.outcome).toEqual({ status: "done", text: "It is done." });
    expect(done.state.messages.map(roleOf)).toEqual([
      "user Do it.",
      "assistant ",
      "tool a",
      "tool b",
      "assistant It is done.",
    ]);
  });

  it("gives events in order", () => {
    const { state, events } = play(newLoop("l"), prompt);
    expect(events.map(({ type }) => type)).toEqual(["agent-start", "message-add", "turn-start"]);
    const wants = advance(state, answer({ calls: [call("a")] }));
    expect(wants.events.map(({ type }) => type)).toEqual(["message-add"]);
    const back = advance(wants.state, results(result("a")));
    expect(back.events.map(({ type }) => type)).toEqual(["message-add", "turn-end", "turn-start"]);
    const done = advance(back.state, answer({ text: "." }));
    expect(done.events.map(({ type }) => type)).toEqual(["message-add", "turn-end", "agent-end"]);
  });

  it("passes on messages that came meanwhile before the model answers next, and follow-ups when it is done", () => {
    const busy = play(newLoop("l"), prompt, answer({ calls: [call("a")] }));
    const queued = play(
      busy.state,
      { type: "follow-up", text: "Then tidy up." },
      { type: "steer", text: "Not that file." },
      { type: "note", text: "A child found it." },
    );
    expect(queued.work).toEqual(busy.work);
    const back = play(queued.state, results(result("a")));
    expect(back.state.messages.slice(-2).map(roleOf)).toEqual([
      "user Not that file.",
      "user A child found it.",
    ]);
    const next = play(back.state, answer({ text: "Done." }));
    expect(next.work).toEqual({ do: "ask-model" });
    expect(next.state.messages.slice(-1).map(roleOf)).toEqual(["user Then tidy up."]);
    expect(play(next.state, answer({ text: "Tidy." })).state.outcome).toMatchObject({
      status: "done",
    });
  });

  it("takes words between the calls as a person's, and goes on with them", () => {
    const busy = play(newLoop("l"), prompt, answer({ calls: [call("a"), call("b")] }));
    const { state } = advance(busy.state, {
      type: "results",
      results: [result("a"), result("b", { isError: true })],
      steering: ["Stop that."],
      workedMs: 1,
    });
    expect(state.messages.at(-1)).toEqual({ role: "user", from: "person", text: "Stop that." });
  });

  it("answers a call that got no result", () => {
    const { state } = play(
      newLoop("l"),
      prompt,
      answer({ calls: [call("a"), call("b")] }),
      results(result("a")),
    );
    expect(state.messages.at(-1)).toMatchObject({ callId: "b", isError: true });
  });

  it.each([
    ["tokens", { tokens: 100 }, { usage: { inputTokens: 90, outputTokens: 10, costMicros: 0 } }],
    ["time", { timeMs: 5 }, {}],
  ] as const)(
    "stops by %s before it runs a call, and leaves the conversation whole",
    (by, limits, given) => {
      const { state, work } = play(
        newLoop("l", settings({ limits })),
        prompt,
        answer({ calls: [call("a")], ...given }),
      );
      expect(work).toEqual({ do: "wait" });
      expect(state.outcome).toMatchObject({ status: "stopped", by });
      expect(openCalls(state.messages)).toEqual([]);
      expect(state.messages.at(-1)).toMatchObject({ callId: "a", isError: true });
    },
  );

  describe("whose money is used up", () => {
    const spent = { inputTokens: 0, outputTokens: 0, costMicros: 50 };
    const short = play(
      newLoop("l", settings({ limits: { costMicros: 50 } })),
      prompt,
      answer({ calls: [call("a")], usage: spent }),
    );
    const waiting = advance(short.state, { type: "await", questions: ["q"] });

    it("pauses before its calls, and goes on with them when it is raised", () => {
      expect(short.work).toMatchObject({ do: "raise", limit: { by: "cost" } });
      expect(short.state).toMatchObject({ phase: "suspended", waiting: [] });
      const { state, work } = advance(short.state, { type: "raise", costMicros: 80 });
      expect(work).toMatchObject({ do: "run-calls", calls: [{ id: "a" }] });
      expect(state.settings).toMatchObject({ limits: { costMicros: 80 }, firstCostMicros: 50 });
      expect(state).not.toHaveProperty("pausedAt");
    });

    it("waits for the answer, and asks again when it goes on", () => {
      expect(waiting).toMatchObject({ work: { do: "wait" }, state: { waiting: ["q"] } });
      expect(advance(waiting.state, { type: "resume" }).work).toEqual(short.work);
    });

    it("stops where nobody raises it, and leaves the conversation whole", () => {
      const limit = { by: "cost", message: "It is used up." } as const;
      const { state } = advance(short.state, { type: "limit", limit });
      expect(state).toMatchObject({ phase: "over", outcome: { status: "stopped", by: "cost" } });
      expect(state).not.toHaveProperty("pausedAt");
      expect(openCalls(state.messages)).toEqual([]);
    });

    it("asks the model again where it was its turn", () => {
      const behind = play(
        newLoop("l", settings({ limits: { costMicros: 50 } })),
        prompt,
        answer({ calls: [call("a")] }),
        { type: "spend", spent },
        results(result("a")),
      );
      expect(behind.work).toMatchObject({ do: "raise" });
      expect(behind.state.spentBelow).toEqual(spent);
      expect(advance(behind.state, { type: "raise" }).work).toMatchObject({ do: "raise" });
      const raised = advance(behind.state, { type: "raise", costMicros: 51 });
      expect(raised.work).toEqual({ do: "ask-model" });
    });
  });

  it("lets the calls of the last turn run before it stops, and begins to count again with the next prompt", () => {
    const limited = newLoop("l", settings({ limits: { turns: 1 } }));
    const { state } = play(limited, prompt, answer({ calls: [call("a")] }), results(result("a")));
    expect(state.outcome).toMatchObject({ status: "stopped", by: "turns" });
    expect(state.messages.at(-1)).toMatchObject({ callId: "a", isError: false });
    expect(play(state, prompt).work).toEqual({ do: "ask-model" });
  });

  it("counts what the runs below it use", () => {
    const spent = { inputTokens: 60, outputTokens: 50, costMicros: 0 };
    const { state } = play(
      newLoop("l", settings({ limits: { tokens: 100 } })),
      prompt,
      { type: "spend", spent },
      answer({ calls: [call("a")] }),
    );
    expect(state.outcome).toMatchObject({ by: "tokens" });
  });

  it("warns a model that repeats itself, and ends the run when that does not help", () => {
    let { state } = play(newLoop("l", settings({ limits: { repeats: 2 } })), prompt);
    const turn = (id: string, text: string) => {
      const content = [{ type: "text" as const, text }];
      state = play(state, answer({ calls: [call(id)] }), results(result(id, { content }))).state;
      return state.messages.at(-1);
    };
    turn("a", "none");
    expect(turn("b", "none")).toMatchObject({ role: "user", from: "host" });
    turn("c", "none");
    expect(turn("d", "none")).toMatchObject({ role: "tool" });
    expect(state.outcome).toMatchObject({ status: "stopped", by: "repeats" });
  });

  it("does not take waiting for repeating: the results differ", () => {
    let { state } = play(newLoop("l", settings({ limits: { repeats: 2 } })), prompt);
    for (const text of ["1 %", "2 %", "3 %", "4 %", "5 %"]) {
      const content = [{ type: "text" as const, text }];
      const steps = [answer({ calls: [call(text)] }), results(result(text, { content }))];
      state = play(state, ...steps).state;
    }
    expect(state.outcome).toBeNull();
  });

  it("shows the model a failed call; by its tool's word a failure ends the run, unless the model is to follow up", () => {
    const turns = (completion: "model" | "tool", given: Partial<ToolMessage>) =>
      play(
        newLoop("l", settings({ completion })),
        prompt,
        answer({ calls: [call("a")] }),
        results(result("a", given)),
      ).state.outcome;
    expect(turns("model", { isError: true })).toBeNull();
    expect(turns("tool", { isError: true })).toMatchObject({ status: "stopped", by: "tool" });
    expect(turns("tool", { isError: true, flow: { needs_followup: true } })).toBeNull();
    expect(turns("tool", { flow: { terminal: true, message: "Booked." } })).toEqual({
      status: "done",
      text: "Booked.",
    });
    expect(turns("tool", {})).toBeNull();
  });

  it("shows the model what the host has to say before the words that come with it", () => {
    const done = play(newLoop("l"), prompt, answer({ text: "Done." })).state;
    const notes = ["The user ran bash."];
    const { state } = advance(done, { type: "prompt", text: "Why?", notes });
    expect(state.messages.slice(-2)).toEqual([
      { role: "user", from: "host", text: "The user ran bash." },
      { role: "user", from: "person", text: "Why?" },
    ]);
    expect(state.steering).toEqual([]);
  });

  it("says what kept the model from answering", () => {
    const asked = play(newLoop("l"), prompt).state;
    const failure = { type: "model-failure", message: "no key", tries: 1, workedMs: 1 } as const;
    const failed = advance(asked, { ...failure, httpStatus: 401 }).state;
    expect(failed.outcome).toEqual({
      status: "failed",
      message: "no key",
      tries: 1,
      httpStatus: 401,
      text: "",
    });
    // With the key in its place the same run goes on where it was.
    expect(advance(failed, { type: "resume" })).toMatchObject({
      work: { do: "ask-model" },
      state: { outcome: null, messages: failed.messages },
    });
    expect(advance(asked, answer({ finish: "refused" })).state.outcome).toMatchObject({
      status: "failed",
    });
    expect(advance(asked, answer({ finish: "length", text: "cut" })).state.outcome).toMatchObject({
      status: "stopped",
      text: "cut",
    });
  });

  it("ends when it is cancelled, with every call answered", () => {
    const busy = play(newLoop("l"), prompt, answer({ calls: [call("a")] })).state;
    const { state, work } = advance(busy, { type: "cancel", reason: "Cancelled" });
    expect(work).toEqual({ do: "wait" });
    expect(state.outcome).toMatchObject({ status: "stopped", by: "cancel" });
    expect(openCalls(state.messages)).toEqual([]);
  });

  it("keeps what the model had said when it is cancelled, and keeps two prompts apart", () => {
    const asked = play(newLoop("l"), { type: "prompt", text: "A long answer." }).state;
    const cancel: LoopInput = { type: "cancel", reason: "You stopped it.", said: "It began \n" };
    const { state, events } = advance(asked, cancel);
    expect(state.messages.map(roleOf)).toEqual([
      "user A long answer.",
      "assistant It began\n\n[stopped by the user]",
    ]);
    expect(state.outcome).toMatchObject({ by: "cancel", text: "It began" });
    expect(events.map(({ type }) => type)).toEqual(["message-add", "agent-end"]);
    const next = play(state, { type: "prompt", text: "A short one." }).state;
    expect(next.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    const silent = advance(asked, { type: "cancel", reason: "You stopped it." }).state;
    expect(silent.messages.map(roleOf)[1]).toBe("assistant [stopped by the user]");
  });

  it("waits for a person without a process, and shows the model all results in their order", () => {
    const busy = play(newLoop("l"), prompt, answer({ calls: [call("a"), call("b"), call("c")] }));
    const some = { ...results(result("b")), waiting: ["qst_1"] } as LoopInput;
    const { state, work, events } = advance(busy.state, some);
    expect(work).toEqual({ do: "wait" });
    expect(state).toMatchObject({ phase: "suspended", waiting: ["qst_1"], outcome: null });
    expect(events.map(({ type }) => type)).toEqual(["message-add", "agent-suspend"]);
    const later = play(state, { type: "steer", text: "Be quick." }, { type: "resume" });
    expect(later.work).toEqual({ do: "run-calls", calls: [call("a"), call("c")] });
    const done = play(later.state, results(result("c"), result("a")));
    expect(done.state).toMatchObject({ phase: "model", waiting: [] });
    expect(done.state.messages.slice(-4).map(roleOf)).toEqual([
      ...["tool a", "tool b", "tool c", "user Be quick."],
    ]);
    const given = play(state, { type: "cancel", reason: "Never mind." }).state;
    expect(given).toMatchObject({ phase: "over", waiting: [], outcome: { by: "cancel" } });
    expect(openCalls(given.messages)).toEqual([]);
  });

  it("goes on with a conversation that its model has not answered", () => {
    const said: Message = { role: "user", from: "person", text: "Do it." };
    const asked = play(newLoop("l", settings({}), [said]), { type: "resume" });
    expect(asked.work).toEqual({ do: "ask-model" });
    expect(play(newLoop("l"), { type: "resume" }).work).toEqual({ do: "wait" });
  });

  it("refuses a prompt before any model gets it", () => {
    const { state, events } = advance(newLoop("l"), { type: "input-reject", reason: "A secret." });
    expect(state).toMatchObject({ phase: "over", messages: [], outcome: { by: "input" } });
    expect(events.map(({ type }) => type)).toEqual(["input-reject", "agent-end"]);
  });

  it("has a conversation that grew too long summed up, and keeps the request", () => {
    const small = newLoop("l", settings({ compactAt: 200, keepTokens: 40 }));
    const content = [{ type: "text" as const, text: "x".repeat(900) }];
    const long = play(
      small,
      prompt,
      answer({ text: "first", calls: [call("a")] }),
      results(result("a", { content: [{ type: "text", text: "short" }] })),
      answer({ text: "second", calls: [call("b")] }),
      results(result("b", { content })),
    );
    expect(long.work).toEqual({ do: "compact", before: 3 });
    const { state, work } = advance(long.state, {
      type: "compacted",
      summary: "Nothing yet.",
      spent: NOTHING_SPENT,
    });
    expect(work).toEqual({ do: "ask-model" });
    expect(state.messages.map(({ role }) => role)).toEqual(["user", "user", "assistant", "tool"]);
    expect(state.messages.map(roleOf)[0]).toBe("user Do it.");
    expect(state.messages[1]).toMatchObject({
      from: "host",
      text: expect.stringContaining("Nothing yet."),
    });
  });
});

function roleOf(message: Message): string {
  return `${message.role} ${message.role === "tool" ? message.callId : message.text}`;
}

describe("any run", () => {
  const id = fc.constantFrom("a", "b", "c");
  const text = fc.string({ maxLength: 200 });
  const spent = fc.record({
    inputTokens: fc.nat(50),
    outputTokens: fc.nat(50),
    costMicros: fc.nat(5),
  });
  const input: fc.Arbitrary<LoopInput> = fc.oneof(
    text.map((words): LoopInput => ({ type: "prompt", text: words })),
    text.map((words): LoopInput => ({ type: "steer", text: words })),
    text.map((words): LoopInput => ({ type: "note", text: words })),
    fc
      .record({ text, ids: fc.uniqueArray(id), spent })
      .map((given) =>
        answer({ text: given.text, calls: given.ids.map((one) => call(one)), usage: given.spent }),
      ),
    fc.record({ ids: fc.array(id), isError: fc.boolean(), isOpen: fc.boolean() }).map(
      ({ ids, isError, isOpen }): LoopInput => ({
        ...results(...ids.map((one) => result(one, { isError }))),
        ...(isOpen ? { waiting: ["qst_1"] } : {}),
      }),
    ),
    fc.constant<LoopInput>({ type: "resume" }),
    fc
      .option(text)
      .map((summary): LoopInput => ({ type: "compacted", summary, spent: NOTHING_SPENT })),
    spent.map((used): LoopInput => ({ type: "spend", spent: used })),
    fc.constant<LoopInput>({ type: "cancel", reason: "Cancelled" }),
    fc.constant<LoopInput>({ type: "model-failure", message: "no", workedMs: 1 }),
  );
  const limits = fc.record({ turns: fc.integer({ min: 1, max: 6 }), repeats: fc.constant(2) });
  const start = fc.record({ limits, compactAt: fc.integer({ min: 10, max: 400 }) });

  it("a run can be kept and read at every step, and never shows a model a call without its answer", () => {
    fc.assert(
      fc.property(start, fc.array(input, { maxLength: 40 }), (given, inputs) => {
        let state = newLoop("l", settings({ ...given, keepTokens: 30 }));
        for (const one of inputs) {
          const next = advance(state, one);
          // Another process that reads the state goes on exactly as this one.
          const read = JSON.parse(JSON.stringify(state)) as LoopState;
          expect(advance(read, one)).toEqual(next);
          expect(workOf(next.state)).toEqual(next.work);
          state = next.state;
          const isOpen = state.phase === "calls" || state.phase === "suspended";
          if (!isOpen) expect(unpaired(state.messages)).toEqual([]);
        }
      }),
    );
  });
});

/** Calls without an answer and answers without a call, anywhere. */
function unpaired(messages: readonly Message[]): readonly string[] {
  const faults: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.includes(message.callId)) faults.push(`no call: ${message.callId}`);
      open = open.filter((one) => one !== message.callId);
    } else {
      faults.push(...open.map((one) => `no answer: ${one}`));
      open = message.role === "assistant" ? message.calls.map((one) => one.id) : [];
    }
  }
  return [...faults, ...open.map((one) => `no answer: ${one}`)];
}
