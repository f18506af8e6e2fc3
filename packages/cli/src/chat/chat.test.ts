import type { TodoItem } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeyName } from "../terminal/card/key-reader.ts";
import { createPaint } from "../terminal/paint.ts";
import { textWidth } from "../terminal/text/text-width.ts";
import { readTyped } from "./chat-commands.ts";
import { createTranscript } from "./render/create-transcript.ts";
import { itemLines } from "./render/item-lines.ts";
import { renderChat } from "./render/render-chat.ts";
import { advanceChat } from "./state/advance-chat.ts";
import {
  type ChatAct,
  type ChatEvent,
  type ChatItem,
  type ChatState,
  newChat,
  type SettledCall,
} from "./state/chat-state.ts";

const paint = createPaint({ hasColour: false, isAscii: false });
const view = { paint, width: 79, rows: 24, workspace: "/project/shop" };

const call = (tool: string, what: string, more: Partial<SettledCall> = {}): SettledCall => ({
  tool,
  what,
  mark: "allow",
  note: "",
  tookMs: 4,
  reason: "",
  changes: [],
  ...more,
});

/** Plays events on a chat, and gives what came of all of them. */
function play(events: readonly ChatEvent[], from: Partial<ChatState> = {}) {
  let state: ChatState = {
    ...newChat({ title: "shop · ask", history: [], commands: COMMANDS, nowMs: 0 }),
    ...from,
  };
  const print: ChatItem[] = [];
  const acts: ChatAct[] = [];
  for (const event of events) {
    const step = advanceChat(state, event);
    state = step.state;
    print.push(...step.print);
    acts.push(...step.acts);
  }
  return { state, print, acts, text: print.flatMap((item) => itemLines(item, view)).join("\n") };
}

const COMMANDS = [
  { word: "help", meaning: "What can be typed here." },
  { word: "undo", meaning: "Take back." },
];

const keys = (text: string, atMs = 0): readonly ChatEvent[] =>
  [...text].map((one) => ({ type: "key", atMs, key: { name: "text", text: one } }));
const key = (name: KeyName, atMs = 0): ChatEvent => ({
  type: "key",
  atMs,
  key: { name },
});

describe("a chat", () => {
  it("sends what is typed, and shows it when the model has heard it", () => {
    const sent = play([...keys("mend it"), key("enter")]);
    expect(sent.acts).toEqual([{ do: "prompt", text: "mend it" }]);
    expect(sent.print).toEqual([]);
    expect(sent.state.waiting).toEqual([{ when: "now", text: "mend it" }]);
    const heard = play([{ type: "heard", text: "mend it" }], sent.state);
    expect(heard.text).toBe("\n> mend it\n");
    expect(heard.state.waiting).toEqual([]);
  });

  it("steers while it works, keeps for later, and gives words back that nobody heard", () => {
    const working: readonly ChatEvent[] = [
      { type: "run-start", atMs: 0 },
      { type: "call-start", call: { callId: "1", tool: "bash", what: "x", startedMs: 0 } },
    ];
    const steered = play([...working, ...keys("stop that"), key("enter")]);
    expect(steered.acts).toEqual([{ do: "steer", text: "stop that" }]);
    expect(renderChat(steered.state, view).join("\n")).toContain('After this call: "stop that"');
    const later = play([...keys("/later then push"), key("enter")], steered.state);
    expect(later.acts).toEqual([{ do: "later", text: "then push" }]);
    expect(renderChat(later.state, view).join("\n")).toContain('At the end: "then push"');
    const asked = play([key("up")], later.state);
    expect(asked.acts).toEqual([{ do: "take-back" }]);
    const back = play([{ type: "taken-back", text: "then push" }], asked.state);
    expect(back.state.draft.characters.join("")).toBe("then push");
    expect(back.state.waiting).toHaveLength(1);
    const both = play([{ type: "taken-back", text: "stop that" }], back.state);
    expect(both.state.draft.characters.join("")).toBe("stop that\nthen push");
    expect(both.state.waiting).toEqual([]);
  });

  it("says when words are heard while no call runs", () => {
    const { state } = play([{ type: "run-start", atMs: 0 }, ...keys("and then"), key("enter")]);
    expect(renderChat(state, view).join("\n")).toContain('Next: "and then"');
  });

  it("stops on Ctrl-C and leaves on a second one within a second", () => {
    const working = play([{ type: "run-start", atMs: 0 }]).state;
    const stopped = play([key("interrupt", 100)], working);
    expect(stopped.acts).toEqual([{ do: "stop" }]);
    expect(play([key("interrupt", 900)], stopped.state).acts).toEqual([{ do: "leave" }]);
    const calm = play([{ type: "run-end", note: null }, key("interrupt", 5_000)], stopped.state);
    expect(calm.acts).toEqual([]);
    expect(play([key("interrupt", 5_500)], calm.state).acts).toEqual([{ do: "leave" }]);
  });

  it("leaves on the second Ctrl-C for as long as it says so, and keeps what is typed when it stops", () => {
    const once = play([...keys("a draft"), key("interrupt", 0)]);
    expect(once.state.draft.characters).toEqual([]);
    expect(renderChat(once.state, view).join("\n")).toContain("ctrl-c again: leave");
    expect(play([key("interrupt", 60_000)], once.state).acts).toEqual([{ do: "leave" }]);
    const typing = play([{ type: "run-start", atMs: 0 }, ...keys("a draft"), key("interrupt", 0)]);
    expect(typing.acts).toEqual([{ do: "stop" }]);
    expect(typing.state.draft.characters.join("")).toBe("a draft");
  });

  it("prints whole paragraphs as they come, and nothing twice", () => {
    const { print, state } = play([
      { type: "run-start", atMs: 0 },
      { type: "words", delta: "One.\n\nTw" },
      { type: "words", delta: "o.\n\n```js\na\n\nb" },
    ]);
    expect(print).toEqual([
      { kind: "words", text: "One.\n\n" },
      { kind: "words", text: "Two.\n\n" },
    ]);
    expect(state.words).toBe("```js\na\n\nb");
    const end = play(
      [
        { type: "words", delta: "\n```" },
        { type: "answer", text: "all" },
      ],
      state,
    );
    expect(end.print).toEqual([{ kind: "words", text: "```js\na\n\nb\n```" }]);
    const silent = play([{ type: "answer", text: "At once." }]);
    expect(silent.print).toEqual([{ kind: "words", text: "At once." }]);
  });

  it("puts nothing into the middle of a paragraph", () => {
    const settle = (callId: string, tool: string): ChatEvent => ({
      type: "call-settle",
      callId,
      call: call(tool, callId),
    });
    const { print } = play([
      { type: "run-start", atMs: 0 },
      { type: "words", delta: "It work" },
      { type: "call-start", call: { callId: "1", tool: "read", what: "a", startedMs: 0 } },
      settle("1", "read"),
      settle("2", "grep"),
      { type: "note", text: "beside" },
      ...keys("/x"),
      key("escape"),
      key("enter"),
      { type: "words", delta: "s behind.\n\nAnd on." },
      { type: "answer", text: "" },
    ]);
    const told = print.map((item) =>
      item.kind === "calls" ? item.calls.map(({ tool }) => tool) : "text" in item ? item.text : "",
    );
    expect(told).toEqual(["beside", "/x", "It works behind.\n\n", ["read"], ["grep"], "And on."]);
  });

  it("has one empty line between two pieces, never two", () => {
    const lines = createTranscript().add(
      [
        { kind: "words", text: "Done." },
        { kind: "said", text: "/undo" },
        { kind: "note", text: "Nothing." },
        { kind: "said", text: "more" },
      ],
      view,
    );
    expect(lines).toEqual(["Done.", "", "> /undo", "", "  Nothing.", "", "> more", ""]);
  });

  it("reaches every command of the menu, and runs the chosen one", () => {
    const commands = Array.from({ length: 12 }, (_, at) => ({ word: `c${at}`, meaning: "x" }));
    const open = play(keys("/"), { commands });
    expect(renderChat(open.state, view).join("\n")).toMatch(/› c0 [\s\S]* c7 [\s\S]*1 of 12/);
    const last = play([key("up")], open.state);
    const lines = renderChat(last.state, view).join("\n");
    expect(lines).toMatch(/ c4 [\s\S]*› c11 [\s\S]*12 of 12/);
    expect(lines).not.toContain("c3 ");
    expect(play([key("enter")], last.state).acts).toEqual([{ do: "command", line: "c11" }]);
    const needy = { commands: [{ word: "later", meaning: "x", needsWords: true }] };
    const written = play([...keys("/l"), key("enter")], needy);
    expect(written.acts).toEqual([]);
    expect(written.state.draft.characters.join("")).toBe("/later ");
  });

  it("says what a slip after / may have meant", () => {
    expect(readTyped("undoo", "ses_1")).toEqual({ kind: "unknown", name: "undoo", near: "undo" });
    expect(readTyped("exit", "ses_1")).toEqual({ kind: "own", name: "quit", rest: "" });
    expect(readTyped("zzz", "ses_1")).toMatchObject({ near: null });
  });

  it("folds calls of one tool into one line, and tells refusals with their reason", () => {
    const settle = (callId: string, settled: SettledCall): ChatEvent => ({
      type: "call-settle",
      callId,
      call: settled,
    });
    const { text } = play([
      settle("1", call("read", "a.ts")),
      settle("2", call("read", "b.ts")),
      settle("3", call("grep", "x")),
      settle(
        "4",
        call("read", ".env", { mark: "deny", note: "denied", reason: "A rule says no." }),
      ),
      { type: "run-end", note: null },
    ]);
    const lines = text.split("\n");
    expect(lines[0]).toMatch(/^ {2}✓ read {2}a\.ts, b\.ts +2 calls {5}8 ms$/);
    expect(lines[1]).toMatch(/✓ grep {2}x/);
    expect(lines[2]).toMatch(/✗ read {2}\.env +denied/);
    expect(lines[3]).toBe("    A rule says no.");
    expect(lines).toHaveLength(4);
  });

  it("keeps the order of calls and words", () => {
    const { print } = play([
      { type: "call-settle", callId: "1", call: call("read", "a") },
      { type: "words", delta: "So.\n\n" },
      { type: "call-settle", callId: "2", call: call("read", "b") },
      { type: "run-end", note: { text: "Stopped: a bound.", isFailure: false } },
    ]);
    expect(print.map(({ kind }) => kind)).toEqual(["calls", "words", "calls", "note"]);
  });

  it("keeps a command above what it says", () => {
    const typed = play([...keys("/undo"), key("escape"), key("enter")], {
      settled: [call("read", "a.txt")],
    });
    expect(typed.text).toMatch(/read {2}a\.txt[\s\S]*\n> \/undo\n$/);
    expect(typed.state).toMatchObject({ settled: [], last: { tool: "read" } });
  });

  it("wraps the meaning of a command below itself", () => {
    const text = `/show  ${"word ".repeat(20).trim()}`;
    const lines = itemLines({ kind: "note", text }, { ...view, width: 40 });
    expect(lines.slice(0, 2)).toEqual([
      "  /show  word word word word word word",
      "         word word word word word word",
    ]);
  });

  it("unfolds what a command said, its middle left out", () => {
    const output = Array.from({ length: 400 }, (_, at) => `line ${at + 1}`).join("\n");
    const what = `echo ${"long ".repeat(30)}`;
    const last = call("bash", what, { output });
    const { text } = play([key("tab")], { last });
    expect(text).toMatch(/^ {6}line 1$[\s\S]*^ {6}line 10$\n {4}360 lines left out/m);
    expect(text).toMatch(/^ {6}line 371$[\s\S]*^ {6}line 400$/m);
    expect(text.match(/long/g)?.length).toBeGreaterThan(30);
    // Its beginning was not kept, so what is left of it is not shown as one.
    const cut = play([key("tab")], { last: call("bash", what, { output, linesBefore: 1_000 }) });
    expect(cut.text).toMatch(/^ {4}1,360 lines left out: \/show has the whole\n {6}line 361$/m);
  });

  it("shows only whole hints", () => {
    const { state } = play([]);
    const [hint = ""] = renderChat(state, { ...view, width: 39 }).slice(-1);
    expect(hint.trimEnd()).toBe("  Enter: send   shift-tab: mode");
    expect(renderChat(state, { ...view, width: 36 }).at(-1)).not.toContain("…");
  });

  it("says that nothing comes from the model, and that it can be stopped", () => {
    const { state } = play([
      { type: "run-start", atMs: 0 },
      { type: "tick", atMs: 29_000 },
    ]);
    expect(renderChat(state, view).join("\n")).not.toContain("nothing came");
    const later = play([{ type: "tick", atMs: 61_000 }], state).state;
    expect(renderChat(later, view).join("\n")).toMatch(
      /thinking .*nothing came for 1 m.*; esc stops it/,
    );
    const heard = play([{ type: "words", delta: "Well" }], later).state;
    expect(renderChat(heard, view).join("\n")).not.toContain("nothing came");
  });

  it("draws what is typed and nothing below it in a narrow window", () => {
    const { state } = play(keys("mend it"));
    const lines = renderChat(state, { ...view, width: 19 });
    expect(lines).toEqual(["─".repeat(19), "> mend it_"]);
  });

  it("says what the figure below counts", () => {
    const { state } = play([]);
    const figures = { ...state.figures, used: 587, room: null };
    expect(renderChat({ ...state, figures }, view).join("\n")).toMatch(/587 tokens$/m);
  });

  it("completes commands and files", () => {
    const menu = play(keys("/u")).state;
    expect(menu.menu?.entries.map(({ word }) => word)).toEqual(["undo"]);
    const done = play([key("tab")], menu).state;
    expect(done.draft.characters.join("")).toBe("/undo ");
    expect(play([key("enter")], done).acts).toEqual([{ do: "command", line: "undo" }]);
    const files = play([
      { type: "files", files: ["src/price.js", "README.md"] },
      ...keys("see @pri"),
    ]);
    expect(play([key("enter")], files.state).state.draft.characters.join("")).toBe(
      "see @src/price.js ",
    );
  });

  it("goes through what was said before", () => {
    const { state } = play([key("up"), key("up")], { history: ["one", "two"] });
    expect(state.draft.characters.join("")).toBe("one");
    expect(play([key("down")], state).state.draft.characters.join("")).toBe("two");
    expect(play([key("down"), key("down")], state).state.draft.characters.join("")).toBe("");
  });

  it("searches what was said before, newest first, and gives it back to be changed", () => {
    const history = ["mend the test", "show me", "why does the test fail"];
    const open = play([key("search")], { history });
    expect(renderChat(open.state, view).join("\n")).toMatch(
      /Search what you said: _\n {2}› why does[^\n]*\n {4}show me\n {4}mend/,
    );
    const narrowed = play(keys("test"), open.state);
    expect(renderChat(narrowed.state, view).join("\n")).not.toContain("show me");
    const taken = play([key("search"), key("enter")], narrowed.state);
    expect(taken.state).toMatchObject({ picker: null });
    expect(taken.state.draft.characters.join("")).toBe("mend the test");
    expect(taken.acts).toEqual([]);
    const none = play([...keys("zzz"), key("enter")], open.state);
    expect(renderChat(none.state, view).join("\n")).toContain("Nothing holds these words.");
    expect(play([key("escape")], none.state).state.picker).toBeNull();
  });

  it("goes on with the model or the conversation that is chosen from a list", () => {
    const entries = [
      { word: "one", meaning: "today" },
      { word: "two", meaning: "yesterday  mend it" },
    ];
    const pick = (what: "model" | "conversation") =>
      play([{ type: "pick", what, entries }, key("down"), key("enter")]).acts;
    expect(pick("model")).toEqual([{ do: "command", line: "model two" }]);
    expect(pick("conversation")).toEqual([{ do: "command", line: "resume two" }]);
    expect(play([key("back-tab")]).acts).toEqual([{ do: "next-mode" }]);
  });

  it("shows what runs with the end of its output, the plan and the figures", () => {
    const plan: readonly TodoItem[] = [
      { content: "Look", activeForm: "Looking", status: "completed" },
      { content: "Test", activeForm: "Testing", status: "in_progress" },
    ];
    const { state } = play([
      { type: "run-start", atMs: 0 },
      { type: "call-start", call: { callId: "1", tool: "bash", what: "npm test", startedMs: 0 } },
      { type: "call-output", callId: "1", text: "one\ntwo\nthree\nfour\n" },
      { type: "plan", plan },
      { type: "figures", figures: { used: 31_000, room: 200_000 } },
      { type: "tick", atMs: 72_000 },
    ]);
    const text = renderChat(state, view).join("\n");
    expect(text).toMatch(/bash {2}npm test/);
    expect(text).toContain("      four");
    expect(text).not.toContain("one");
    expect(text).toContain("Plan  ✓ Look");
    expect(text).toContain("31 k of 200 k   1:12");
  });

  it("never draws past the window, whatever happens in it", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    const event: fc.Arbitrary<ChatEvent> = fc.oneof(
      text.map((delta): ChatEvent => ({ type: "words", delta })),
      text.map(
        (given): ChatEvent => ({ type: "key", atMs: 1, key: { name: "paste", text: given } }),
      ),
      text.map(
        (what): ChatEvent => ({
          type: "call-start",
          call: { callId: what, tool: "bash", what, startedMs: 0 },
        }),
      ),
      text.map((what): ChatEvent => ({ type: "call-output", callId: what, text: `${what}\n` })),
      fc.constantFrom<ChatEvent>(
        { type: "run-start", atMs: 0 },
        key("enter", 2),
        key("up", 3),
        key("tab", 4),
        key("search", 5),
        { type: "tick", atMs: 99 },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 30 }),
        fc.integer({ min: 19, max: 200 }),
        fc.integer({ min: 4, max: 60 }),
        (events, width, rows) => {
          const lines = renderChat(play(events).state, { ...view, width, rows });
          expect(lines.length).toBeLessThan(rows);
          for (const line of lines) {
            expect(textWidth(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
    );
  });
});
