import type { Message } from "@toolplane/agent";
import type { Json } from "@toolplane/contract";
import { createRedactor } from "@toolplane/kernel";
import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createRuns } from "./create-runs.ts";
import { readTalk, readTalkText } from "./read-talk.ts";
import type { RunEntry } from "./run-log.ts";

const SECRET = "swordfish-and-more";
const SPENT = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
const WHOLE = { from: 0, limit: 1_000, most: 1_000 };

const person = (text: string): Message => ({ role: "user", from: "person", text });
const model = (text: string, ...ids: readonly string[]): Message => ({
  role: "assistant",
  text,
  calls: ids.map((id) => ({ id, name: "read", arguments: `{"path":"${id}.ts"}` })),
});
const result = (callId: string): Message => ({
  role: "tool",
  callId,
  tool: "read",
  content: [{ type: "text", text: "found" }],
  isError: false,
});
const say = (message: Message): RunEntry => ({ type: "message", message });
const mark = (turn: number, atMs: number): RunEntry => ({
  type: "turn",
  turn,
  atMs,
  conversation: [],
  spent: SPENT,
});

function openTalk() {
  const store = createMemoryStore();
  const redactor = createRedactor({ secrets: { TOKEN: SECRET } });
  const keep = (id: string, createdAtMs: number, entries: readonly RunEntry[]) =>
    store.runs.put(
      {
        id,
        sessionId: "ses_1",
        parentId: null,
        callId: null,
        createdAtMs,
        updatedAtMs: createdAtMs,
        status: "done",
        owner: null,
        about: {},
        head: {},
        length: entries.length,
      },
      entries as unknown as readonly Json[],
    );
  return { store, keep, ground: { store, redactor } };
}

const TURNS = [
  say(person("Look at a.")),
  mark(0, 1_000),
  say(model("I look.", "a")),
  say(result("a")),
  mark(1, 5_000),
  say(model("It is fine.")),
  mark(2, 6_000),
];

describe("the conversation of a session", () => {
  it("tells what was said with its calls, and when", async () => {
    const { keep, ground } = openTalk();
    await keep("run_1", 1, TURNS);
    const talk = await readTalk(ground, "ses_1", WHOLE);
    expect(talk).toMatchObject({ state: "kept", total: 7, from: 0, until: 7 });
    expect(talk.pieces).toMatchObject([
      { kind: "said", at: 0, atMs: 1_000, from: "person", text: "Look at a." },
      {
        kind: "answer",
        at: 2,
        atMs: 1_000,
        text: "I look.",
        calls: [{ callId: "a", tool: "read", what: "a.ts" }],
      },
      { kind: "answer", at: 5, atMs: 6_000, text: "It is fine.", calls: [] },
    ]);
  });

  it("is read in parts that give the same pieces at the same places", async () => {
    const { keep, ground } = openTalk();
    const long = Array.from({ length: 60 }, (_, at) => [
      say(person(`Question ${at}`)),
      mark(at, at),
      say(model(`Answer ${at}`)),
    ]).flat();
    await keep("run_1", 1, long);
    await keep("run_2", 2, TURNS);
    const whole = await readTalk(ground, "ses_1", WHOLE);
    const parts = [];
    for (let from = 0; from < whole.total; from += 7)
      parts.push(...(await readTalk(ground, "ses_1", { ...WHOLE, from, limit: 7 })).pieces);
    expect(parts).toEqual(whole.pieces);
    expect(whole.pieces.at(-1)).toMatchObject({ at: 185, text: "It is fine." });
    const beyond = await readTalk(ground, "ses_1", { ...WHOLE, from: 9_000 });
    expect(beyond).toMatchObject({ from: 9_000, until: 9_000, pieces: [] });
  });

  it("masks a secret before it cuts, so that no half of one is shown", async () => {
    const { keep, ground } = openTalk();
    await keep("run_1", 1, [say(person(`${"x".repeat(15)} ${SECRET} ${"y".repeat(20_000)}`))]);
    for (let most = 1; most < 60; most += 1) {
      const { pieces } = await readTalk(ground, "ses_1", { ...WHOLE, most });
      expect(pieces[0]).toMatchObject({ isCut: true, characters: 20_035 });
      expect(pieces[0]?.text).not.toContain("swor");
    }
  });

  it("masks the arguments of a call", async () => {
    const { keep, ground } = openTalk();
    const call = {
      id: "c",
      name: "bash",
      arguments: JSON.stringify({ command: `echo ${SECRET}` }),
    };
    await keep("run_1", 1, [say({ role: "assistant", text: "", calls: [call] })]);
    const { pieces } = await readTalk(ground, "ses_1", WHOLE);
    expect(pieces).toMatchObject([{ calls: [{ what: "echo [redacted:TOKEN]" }] }]);
  });

  it("gives a text of 1 MB in one line part by part", async () => {
    const { keep, ground } = openTalk();
    const text = `${"z".repeat(1_048_576)} ${SECRET}`;
    await keep("run_1", 1, [say(person(text))]);
    const { pieces } = await readTalk(ground, "ses_1", { ...WHOLE, most: 8_000 });
    expect(pieces[0]?.text).toHaveLength(8_000);
    let given = "";
    for (let from: number | null = 0; from !== null; ) {
      const part: { text: string; next: number | null } = await readTalkText(ground, "ses_1", {
        at: 0,
        from,
        most: 200_000,
      });
      given += part.text;
      from = part.next;
    }
    expect(given === text.replace(SECRET, "[redacted:TOKEN]")).toBe(true);
  });

  it("says that a model was stopped, and passes over what it does not know", async () => {
    const { keep, ground } = openTalk();
    await keep("run_1", 1, [
      { type: "later" } as unknown as RunEntry,
      say({ role: "system", text: "?" } as unknown as Message),
      say({ role: "assistant", text: "Half\n\n[stopped by the user]", calls: [], stopped: true }),
    ]);
    const { pieces } = await readTalk(ground, "ses_1", WHOLE);
    expect(pieces).toMatchObject([{ at: 2, text: "Half", isStopped: true }]);
  });

  it("gives no moment to what was said before a fork", async () => {
    const { keep, ground } = openTalk();
    await keep("run_1", 1, [
      say(person("Before.")),
      say(model("Said before.")),
      say(person("Now.")),
      mark(1, 9_000),
    ]);
    const { pieces } = await readTalk(ground, "ses_1", WHOLE);
    expect(pieces.map(({ atMs }) => atMs)).toEqual([null, null, 9_000]);
  });

  it("tells words that nobody gave from words that were let go of", async () => {
    const { store, keep, ground } = openTalk();
    expect(await readTalk(ground, "ses_1", WHOLE)).toMatchObject({ state: "none", total: 0 });
    await keep("run_1", 1, TURNS);
    const clock = { wallMs: () => 1, setTimer: () => () => {} };
    await createRuns({ store, key: new Uint8Array(32), clock }).remove("run_1");
    expect(await readTalk(ground, "ses_1", WHOLE)).toMatchObject({ state: "gone", total: 0 });
    const text = readTalkText(ground, "ses_1", { at: 0, from: 0, most: 10 });
    await expect(text).rejects.toMatchObject({ code: "not_found" });
  });
});
