/** The chat in a real terminal, with the real tools; only the model's words are a script. */

import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { type PtyOptions, type PtyRun, runInPty } from "../approvals/pty.fixture.ts";

const SCRIPT = [
  { text: "I look.", calls: [{ name: "read", arguments: { path: "a.txt" } }] },
  { text: "# Found\n\nIt says **one**." },
  { calls: [{ name: "sleep", arguments: { duration_ms: 60_000 } }] },
  { text: "Then something else." },
  { calls: [{ name: "bash", arguments: { command: "echo started; sleep 600" } }] },
  { text: "Heard." },
]
  .map((turn) => JSON.stringify(turn))
  .join("\n");

const ENTER = "\r";
const ESCAPE = "\u001b";
const CTRL_B = "\u0002";
const CTRL_R = "\u0012";
const SHIFT_TAB = "\u001b[Z";
const CTRL_C = "\u0003";

function open(words: readonly string[], options: PtyOptions = {}): PtyRun {
  return chat(openWorld(), words, options);
}

function openWorld(files: Readonly<Record<string, string>> = {}): CliWorld {
  const world = openCliWorld({ "a.txt": "one\n", "turns.jsonl": SCRIPT, ...files });
  onTestFinished(() => world.remove());
  return world;
}

function chat(world: CliWorld, words: readonly string[], options: PtyOptions = {}): PtyRun {
  const run = runInPty(world, ["chat", ...words], options);
  onTestFinished(async () => {
    run.signal("SIGKILL");
    await run.ended;
  });
  return run;
}

/** Waits until what stands on the screen and above it is so. What was printed stays there, whatever is drawn below it since. */
function sees(run: PtyRun, pattern: RegExp, columns = 80, rows = 40): Promise<void> {
  const look = () => expect(run.screen(columns, rows)).toMatch(pattern);
  return vi.waitFor(look, { timeout: WAITING_MS, interval: 50 });
}

describe("the chat", () => {
  it("shows what is said and done, and is left with its session kept", async () => {
    const run = open(["--script", "turns.jsonl"]);
    await run.shows(/Enter: send/);
    run.type("look at it");
    await run.shows(/> look at it/);
    run.type(ENTER);
    await sees(run, /It says one\.[\s\S]*Enter: send/);
    run.type(CTRL_C);
    await run.shows(/ctrl-c again: leave/);
    run.type(CTRL_C);
    expect(await run.ended).toBe(0);
    const text = run.screen();
    expect(text).toMatch(
      /^> look at it\n\nI look\.\n\n {2}✓ read {2}a\.txt +\d+ ms\n\nFound\n\nIt says one\.$/m,
    );
    expect(text).toMatch(/Kept as ses_\w+\./);
    expect(text).not.toContain("Enter: send");
  });

  it.runIf(hasSandbox)(
    "tells a command that failed from one that did not (needs bubblewrap)",
    async () => {
      const turns = [
        { calls: [{ name: "bash", arguments: { command: "echo two is missing; exit 3" } }] },
        { text: "It failed." },
      ];
      const world = openWorld({
        "fails.jsonl": turns.map((turn) => JSON.stringify(turn)).join("\n"),
      });
      const run = chat(world, ["--script", "fails.jsonl"]);
      await run.shows(/Enter: send/);
      run.type(`try it${ENTER}`);
      await sees(run, /! bash {2}echo two is missing; exit 3 +exit 3 [^\n]*\n {4}two is missing\n/);
    },
  );

  it.runIf(hasSandbox)(
    "shows what a command changed below its line, and all of it with Tab (needs bubblewrap)",
    async () => {
      const command = "sed -i 's/one/two/' *.txt; echo printed";
      const turns = [{ calls: [{ name: "bash", arguments: { command } }] }, { text: "Changed." }];
      const files = Object.fromEntries([..."abcdefg"].map((name) => [`${name}.txt`, "one\n"]));
      const world = openWorld({
        ...files,
        "turns.jsonl": turns.map((turn) => JSON.stringify(turn)).join("\n"),
      });
      const run = chat(world, ["--script", "turns.jsonl"]);
      await run.shows(/Enter: send/);
      run.type(`change it${ENTER}`);
      await sees(run, /7 files landed[^\n]*\n {4}a\.txt {2}\+1 −1\n +1 - one\n +1 \+ two\n/);
      await sees(run, / {4}2 more files[^\n]*: tab shows them\n\nChanged\.[\s\S]*Enter: send/);
      run.type("\t");
      await sees(run, / {4}g\.txt {2}\+1 −1\n +1 - one\n +1 \+ two\n {6}printed\n/);
    },
  );

  it("says what a demonstration is, and that nothing of it stays", async () => {
    const run = open(["--demo"]);
    await sees(run, /Say anything to begin[\s\S]*Enter: send/);
    run.type("/quit");
    run.type(ENTER);
    expect(await run.ended).toBe(0);
    expect(run.screen()).toContain("The demonstration and its folder are gone.");
    expect(run.screen()).not.toContain("Kept as");
  });

  it("stops a running call, and goes on when something else is said", async () => {
    const run = open(["--script", "turns.jsonl"]);
    await run.shows(/Enter: send/);
    run.type(`look${ENTER}`);
    await sees(run, /It says one\.[\s\S]*Enter: send/);
    run.type(`wait${ENTER}`);
    await run.shows(/sleep[\s\S]*esc: stop/);
    run.type(ESCAPE);
    await sees(run, /sleep.*stopped[\s\S]*You stopped it\.[\s\S]*Enter: send/);
    run.type(`go on${ENTER}`);
    await sees(run, /something else\.[\s\S]*Enter: send/);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it.runIf(hasSandbox)(
    "shows the demonstration: a refusal, a diff, a test, and a card that is answered (needs bubblewrap)",
    async () => {
      const run = open(["--demo"]);
      await run.shows(/Enter: send/);
      run.type(`raise the price${ENTER}`);
      await sees(run, /\/undo takes the change back[\s\S]*Enter: send/);
      const text = run.screen();
      expect(text).toMatch(/✗ read {2}\.env +denied/);
      expect(text).toMatch(/✓ edit {2}src\/price\.js +\+1 −1/);
      expect(text).toMatch(/1 - export const price = 41;\n +1 \+ export const price = 42;/);
      expect(text).toMatch(/✓ bash {2}npm test/);
      expect(text).not.toContain("4f1c");
      run.type(`go on${ENTER}`);
      await run.shows(/write asks[\s\S]*then Enter/);
      await run.typesUntil("o", /› o {2}Allow once/);
      run.type(ENTER);
      await sees(run, /It is written\.[\s\S]*Enter: send/);
      run.type(`/undo${ENTER}`);
      await sees(run, /Taken back: \.envrc\n[\s\S]*Enter: send/);
      run.type(`/tools grep${ENTER}`);
      await sees(run, /grep {2}bundled · every call[\s\S]*Enter: send/);
      run.type(`/quit${ENTER}`);
      expect(await run.ended).toBe(0);
    },
  );

  it("fits forty columns without colour, and follows a window that changes", async () => {
    const run = open(["--script", "turns.jsonl"], {
      columns: 40,
      rows: 12,
      env: { NO_COLOR: "1" },
    });
    await run.shows(/Enter: send/);
    run.type(`look${ENTER}`);
    await sees(run, /It says one\.[\s\S]*Enter: send/, 40, 12);
    for (const style of [1, 2, 31, 32, 34]) expect(run.raw()).not.toContain(`${ESCAPE}[${style}m`);
    for (const line of run.screen(40, 12).split("\n")) expect(line.length).toBeLessThanOrEqual(40);
    run.resize(100, 30);
    await run.shows(/shift-tab: mode.*ctrl-j: new line/);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("begins a new conversation, changes the mode and the model, and finds what was said", async () => {
    const other = JSON.stringify({ text: "The other one." });
    const run = chat(openWorld({ "other.jsonl": other }), ["--script", "turns.jsonl"]);
    await run.shows(/· ask ·[\s\S]*Enter: send/);
    run.type(SHIFT_TAB);
    await run.shows(/· allowlist ·/);
    run.type(`/mode yolo${ENTER}`);
    await sees(run, /yolo: what no rule decides runs without a question/);
    run.type(SHIFT_TAB);
    await run.shows(/· ask ·/);
    run.type(`look at it${ENTER}`);
    await sees(run, /It says one\.[\s\S]*Enter: send/);
    run.type(`/cost${ENTER}`);
    await sees(run, /Used: 0 tokens sent[\s\S]*the conversation holds \d+ tokens/);
    run.type(`/model script:other.jsonl${ENTER}`);
    await run.shows(/· script:other\.jsonl [\s\S]*Enter: send/);
    run.type(`/new${ENTER}`);
    await sees(run, /Kept as ses_\w+\.[\s\S]*· script:other\.jsonl/);
    run.type(CTRL_R);
    await run.shows(/Search what you said/);
    run.type("look");
    await run.shows(/› look at it/);
    run.type(ENTER);
    await run.shows(/> look at it/);
    run.type(ENTER);
    await sees(run, /The other one\.[\s\S]*Enter: send/);
    run.type(`/model${ENTER}`);
    await run.shows(/Model:[\s\S]*› script:turns\.jsonl/);
    run.type(ESCAPE);
    await run.shows(/Enter: send/);
    run.type(`/resume${ENTER}`);
    await run.shows(/Conversation:[\s\S]*› \w{8} .*look at it/);
    run.type(ENTER);
    await sees(run, /Kept as[\s\S]*Kept as[\s\S]*It says one\.[\s\S]*script:turns\.jsonl/);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("hears what is typed while it works", async () => {
    const run = open(["--script", "turns.jsonl"]);
    await run.shows(/Enter: send/);
    for (const words of ["look", "wait"]) {
      run.type(`${words}${ENTER}`);
      await sees(run, words === "look" ? /It says one\.[\s\S]*Enter: send/ : /sleep/);
    }
    run.type(`not that${ENTER}`);
    await run.shows(/After this call: "not that"/);
    run.type("\u001b[A");
    await run.shows(/> not that/);
    // At once: a second that comes a second later would only stop it again.
    run.type(`${CTRL_C}${CTRL_C}`);
    expect(await run.ended).toBe(0);
  });

  it("goes on with a conversation that was kept, shows where it was, and goes over to another", async () => {
    const world = openWorld();
    const first = chat(world, ["--script", "turns.jsonl"]);
    await first.shows(/Enter: send/);
    first.type(`look at it${ENTER}`);
    await sees(first, /It says one\.[\s\S]*Enter: send/);
    first.type(`/quit${ENTER}`);
    expect(await first.ended).toBe(0);
    const [, id = ""] = /Go on with: toolplane chat (\w+)/.exec(first.screen()) ?? [];
    expect(id).not.toBe("");
    const second = chat(world, ["--resume"]);
    await sees(
      second,
      /> look at it\n\nI look\.\n\n {2}✓ read {2}a\.txt\n\nFound\n\nIt says one\.[\s\S]*Enter: send/,
    );
    second.type(`/resume ${id}${ENTER}`);
    await sees(
      second,
      /Kept as ses_\w+\.[\s\S]*> look at it[\s\S]*It says one\.[\s\S]*Enter: send/,
    );
    second.type(`wait${ENTER}`);
    await second.shows(/sleep[\s\S]*esc: stop/);
    second.type(`${CTRL_C}${CTRL_C}`);
    expect(await second.ended).toBe(0);
  });

  it("shows what subagents do, who works behind, and the plan", async () => {
    const todos = [
      { content: "find it", activeForm: "finding it", status: "in_progress" },
      { content: "mend it", activeForm: "mending it", status: "pending" },
    ];
    const call = (name: string, given: object) => ({ name, arguments: given });
    const script = [
      {
        calls: [
          call("todo", { todos }),
          call("task", { prompt: "Find it.", subagent_type: "search" }),
          call("task", { prompt: "Wait a while.", background: true }),
        ],
      },
      { agent: "search", calls: [call("read", { path: "a.txt" }), call("read", { path: "none" })] },
      { agent: "search", text: "In a.txt." },
      { agent: "general", calls: [call("sleep", { duration_ms: 60_000 })] },
      { agent: "general", text: "Waited." },
      // Longer than anything here waits: an end in the background is told while the leader is in the middle of something.
      { calls: [call("sleep", { duration_ms: 300_000 })] },
      { text: "Found." },
    ];
    const turns = script.map((turn) => JSON.stringify(turn)).join("\n");
    const run = chat(openWorld({ "turns.jsonl": turns }), ["--script", "turns.jsonl"]);
    await run.shows(/Enter: send/);
    run.type(`find it${ENTER}`);
    await sees(run, /general > sleep[\s\S]*1 task in the background: general, .*: Wait a while\./);
    await sees(run, /! search > read {2}none +failed/);
    await sees(run, /✓ task {2}search: Find it\. +2 calls/);
    await sees(run, /Plan {2}\S finding it {3}– mend it/);
    run.type(CTRL_B);
    await sees(run, /task general {2}in the background: Wait[\s\S]*ctrl-b: fold {3}\/stop general/);
    run.type(CTRL_B);
    run.type(`/tasks${ENTER}`);
    await sees(run, /1 running +general: Wait a while\./);
    run.type(`/stop nobody${ENTER}`);
    await sees(run, /None has this name: \/stop NUMBER/);
    run.type(`/stop general${ENTER}`);
    await sees(run, /general is told to stop\.[\s\S]*task general stopped, \d/);
    run.type(`${CTRL_C}${CTRL_C}`);
    expect(await run.ended).toBe(0);
  });

  it("speaks in plain lines for a screen reader", async () => {
    const run = open(["--script", "turns.jsonl", "--plain"]);
    await run.shows(/Type and press Enter/);
    run.type(`look${ENTER}`);
    await sees(run, /It says one\.[\s\S]*Your turn\./);
    expect(run.raw()).not.toContain(`${ESCAPE}[J`);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("stops what runs on Ctrl-C in plain lines, and stays", async () => {
    const run = open(["--script", "turns.jsonl", "--plain"]);
    await run.shows(/Type and press Enter/);
    run.type(`look${ENTER}`);
    await sees(run, /It says one\.[\s\S]*Your turn\./);
    run.type(`sleep${ENTER}`);
    run.type(`and this${ENTER}`);
    await sees(run, /It hears that after this call\./);
    await sees(run, /^\S sleep {2}1\d(\.\d)? s$/m);
    run.type(CTRL_C);
    await sees(run, /You stopped it\.[\s\S]*Your turn\./);
    run.type(`/plan${ENTER}`);
    await sees(run, /There is no plan\./);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });
});
