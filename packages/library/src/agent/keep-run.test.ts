import { type ModelScript, scriptedModel } from "@toolplane/agent";
import { type Question, ToolError } from "@toolplane/contract";
import { createKernel, type SessionOptions } from "@toolplane/kernel";
import { createFakeClock, createMemoryHost, createMemoryStore } from "@toolplane/testkit";
import { questionTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { toAnswerText } from "../approvals/answer-text.ts";
import { createSeals } from "../approvals/seals.ts";
import { createRunBroker } from "../runs/create-run-broker.ts";
import { createRuns } from "../runs/create-runs.ts";
import { createAgent } from "./create-agent.ts";
import { createFamily } from "./family.ts";

const key = new Uint8Array(32).fill(3);
const parent = { runId: "run_above", callId: "call_above" };
const questions = [{ question: "Which one?" }];
const SCRIPT: ModelScript = [
  { calls: [{ name: "question", arguments: { questions } }] },
  { text: "So be it." },
];

/** A store, and processes on it that start the same child. */
function openWorld() {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const host = createMemoryHost();
  const asked: number[] = [];
  const waiter = { pid: 1, started: "", machine: "" };
  const start = (
    confirm?: (sessionId: string) => Promise<void>,
    systemPrompt = async (): Promise<string> => "",
  ) => {
    const above = createKernel({ host, tools: [questionTool] });
    const script = scriptedModel(SCRIPT);
    const model = {
      ...script,
      answer: (...given: Parameters<typeof script.answer>) => {
        asked.push(given[0].messages.length);
        return script.answer(...given);
      },
    };
    return createAgent(
      {
        source: (session) => ({ kernel: above, session, clock: host.clock, nonce: () => "n" }),
        openSession: (given: SessionOptions) =>
          above.session(confirm ? { ...given, parent: above.session({ id: "ses_above" }) } : given),
        systemPrompt,
        environment: {},
        keeping: {
          runs: createRuns({ store, key, clock, stateOf: () => "gone" }),
          resumeSession: async (id, given) => above.session({ ...given, id }),
          earlier: async () => ({ results: new Map(), resumes: new Map() }),
          written: async () => undefined,
          confirm: confirm ?? (async () => {}),
          suspending: () => createRunBroker({ store, key, clock, waiter, here: null }),
          hasBroker: false,
          isRecorded: async () => true,
          slots: store.slots,
          openBelow: async (_, given) => above.session(given),
          seen: async () => [],
        },
        parent,
        family: createFamily(),
        landed: {
          checks: async () => null,
          holdsUntil: "turn",
          judge: async () => null,
          take: () => {},
        },
        revive: async () => undefined,
      },
      { model, suspends: true },
    );
  };
  return { store, start, asked };
}

describe("a run that a call started", () => {
  it("goes on when the call is made again, and is never begun a second time", async () => {
    const { store, start, asked } = openWorld();
    const first = await start();
    const outcome = await first.run("Ask.");
    expect(outcome).toMatchObject({ status: "suspended" });
    const [row] = await store.paused.open({ limit: 1 });
    if (!row) throw new TypeError("nothing waits");
    const { question } = row.state as unknown as { readonly question: Question };
    const answer = { choice: "answers", answers: [["blue"]] } as const;
    const text = toAnswerText(question, { answer, by: "a test", seals: createSeals(key) });
    await store.paused.resolve(question.id, text, 1);
    const second = await start();
    expect(await second.run("Ask.")).toEqual({ status: "done", text: "So be it." });
    expect(second.state().loopId).toBe(first.state().loopId);
    expect(JSON.stringify(second.state().messages)).toContain("blue");
    // The call was made a third time, after its child had ended: it gets what came of it.
    expect(await (await start()).run("Ask.")).toEqual({ status: "done", text: "So be it." });
    expect(asked).toEqual([1, 3]);
    expect(await store.runs.list({ limit: 9 })).toHaveLength(1);
  });

  it("asks nothing of a model where another worker has taken the run above it meanwhile", async () => {
    const { store, start, asked } = openWorld();
    const confirmed: (readonly [string, number])[] = [];
    const agent = await start(async (sessionId) => {
      // Its own row is there by now: who takes the run above finds it.
      confirmed.push([sessionId, (await store.runs.list({ limit: 9 })).length]);
      throw new ToolError("conflict", "Another worker has taken it.");
    });
    await expect(agent.run("Ask.")).rejects.toMatchObject({ code: "conflict" });
    expect(confirmed).toEqual([["ses_above", 1]]);
    expect(asked).toEqual([]);
  });

  it("is let go of where its agent could not be made", async () => {
    const { store, start } = openWorld();
    const first = await start();
    await first.run("Ask.");
    await first.close();
    const owner = async () => (await store.runs.get(first.state().loopId))?.owner;
    const away = new ToolError("unavailable", "The database is away.");
    await expect(start(undefined, () => Promise.reject(away))).rejects.toBe(away);
    expect(await owner()).toBeNull();
    await start();
    expect(await owner()).not.toBeNull();
  });
});
