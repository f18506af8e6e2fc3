import type { Question, Resource } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FormReply, LEAST_PERSON_MS, readReply, toForm } from "./question-form.ts";

const question: Question = {
  id: "qst_1",
  kind: "permission",
  sessionId: "ses_1",
  callId: "call_1",
  tool: "bash",
  origin: "bundled",
  title: "bash asks",
  lines: ["run npm test  (in /workspace)", "connect to https://example.com:443"],
  reasons: [],
  footprint: { resources: [] },
  arguments: {},
  cover: [{ key: "$ npm test @ /workspace", cover: [] }],
};

const tool: Question = {
  ...question,
  kind: "tool",
  questions: [
    { question: "Pick", options: [{ label: "a" }, { label: "b" }], multi_select: true },
    { question: "Say" },
  ],
};

/** A reply that took a person's time. */
function read(asked: Question, reply: FormReply) {
  return readReply(asked, reply, 60_000);
}

describe("a question as a form", () => {
  it("leaves no line out, however many there are", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `write /workspace/${index}`);
    const { message } = toForm({ ...question, lines });
    expect(lines.every((line) => message.includes(`  ${line}\n`))).toBe(true);
  });

  it("offers no once where an answer is kept by its key, and says what that covers", () => {
    const keyed = { ...question, byKey: { key: "npm", note: "Covers the key npm." } };
    const { message, requestedSchema } = toForm(keyed);
    expect(message).toContain("Covers the key npm.");
    expect(requestedSchema.properties).toMatchObject({
      answer: { enum: ["Allow in this session", "Reject"] },
    });
    const picked = (answer: string) => read(keyed, { action: "accept", content: { answer } });
    expect(picked("Allow in this session")).toEqual({ choice: "session" });
    expect(picked("Allow once")).toEqual({ choice: "reject" });
    expect(
      read(question, { action: "accept", content: { answer: "Allow in this session" } }),
    ).toEqual({ choice: "reject" });
  });

  it("offers a rule in the words of its choice, and takes no other words for it", () => {
    const rules = [{ permission: "shell.run", pattern: "npm test *", action: "allow" as const }];
    const offering = { ...question, offer: { rules, words: "npm test with any arguments" } };
    const choice = "Allow always in this project: npm test with any arguments";
    expect(toForm(offering).requestedSchema.properties).toMatchObject({
      answer: { enum: ["Allow once", "Allow always in this session", choice, "Reject"] },
    });
    const picked = (asked: Question, answer: string) =>
      read(asked, { action: "accept", content: { answer } });
    expect(picked(offering, choice)).toEqual({ choice: "rule" });
    expect(picked(question, choice)).toEqual({ choice: "reject" });
    expect(picked(offering, `${choice} `)).toEqual({ choice: "reject" });
  });

  it("offers a look-up in words that say where it asks, and shows what it found apart from the arguments", () => {
    const looking = { ...question, lookUp: "asks npm.test for left-pad" };
    const answer = "Look it up first: asks npm.test for left-pad";
    expect(toForm(looking).requestedSchema.properties).toMatchObject({
      answer: { enum: expect.arrayContaining([answer]) },
    });
    expect(read(looking, { action: "accept", content: { answer } })).toEqual({ choice: "look-up" });
    expect(read(question, { action: "accept", content: { answer } })).toEqual({ choice: "reject" });
    const facts = [{ label: "size", text: "2 KB" }];
    const { message } = toForm({ ...question, lines: ["size: 2 KB"], facts });
    expect(message).toContain("The registry says:\n  size: 2 KB\n");
  });

  it("says what was read before and what would leave, and takes neither for an argument", () => {
    const by = { sessionId: "s", callId: "c", tool: "read", atMs: 0 };
    const { message } = toForm({
      ...question,
      lines: ["was shown: .env (private)", "would go to: drop.example (to)", "text = a b"],
      arguments: { text: "a\nb" },
      seen: [{ label: "private", source: ".env", ...by }],
      sends: [{ kind: "host", text: "drop.example", value: "drop.example", from: "to" }],
    });
    expect(message.split("\n").slice(1)).toEqual([
      "  was shown: .env (private)",
      "  would go to: drop.example (to)",
      ...["  text =", "    a", "    b"],
      ...['"Allow always in this session" would cover exactly:', "  $ npm test @ /workspace"],
    ]);
  });

  it("offers always only where it can be stored", () => {
    expect(toForm({ ...question, cover: null }).requestedSchema.properties.answer).toMatchObject({
      enum: ["Allow once", "Reject"],
    });
  });

  it("says what always covers resource by resource, however coarse the tool's own key is", () => {
    const resource: Resource = {
      capability: "fs.write",
      path: "/workspace/a.txt",
      real: "/workspace/a.txt",
      origin: "direct",
      via: "argument",
    };
    const { message } = toForm({
      ...question,
      lines: ["write /workspace/a.txt", "path = a.txt"],
      footprint: { resources: [resource] },
      cover: [{ key: ".", cover: [resource] }],
    });
    expect(message.split("\n").slice(-2)).toEqual([
      '"Allow always in this session" would cover exactly:',
      "  write /workspace/a.txt",
    ]);
  });

  it("shows what is hidden in a key or in a tool's own words", () => {
    const key = "fs.write:/workspace/a\u202etxt";
    expect(toForm({ ...question, cover: [{ key, cover: [] }] }).message).toContain("a\\u{202e}txt");
    const asked = { ...tool, questions: [{ question: "Sure?\u001b[2J\nreally" }] };
    expect(toForm(asked).message).toBe(
      `bash asks\n${question.lines.join("\n")}\nSure?\\u{1b}[2J\nreally`,
    );
  });
});

describe("the first three lines of a form", () => {
  const unit = (name: string): Resource => ({
    capability: "named",
    name,
    origin: "direct",
    via: "unit",
  });
  const words = ["ls", "npm publish --tag next", "git push"];
  const asked: Question = {
    ...question,
    footprint: { resources: words.map(unit) },
    lines: [...words.map((line) => `run ${line}`), "command = ls \\u{a} npm publish", "n = 1"],
    arguments: { command: "ls\nnpm publish --tag next\u202e\ngit push\n", n: 1 },
    reasons: [
      { judge: "rules", action: "ask", hard: false, reason: "No rule allows it.", resource: 1 },
    ],
    cover: null,
  };

  it("the first three lines hold the part of a long command that asks, and why; what has lines of its own keeps them", () => {
    const { message, requestedSchema } = toForm(asked);
    expect(message.split("\n")).toEqual([
      "bash asks (1 of 3 parts)",
      "  run npm publish --tag next",
      "Why it asks: No rule allows it.",
      "The rest of it:",
      "  run ls",
      "  run git push",
      "  command =",
      "    ls",
      "    npm publish --tag next\\u{202e}",
      "    git push",
      "  n = 1",
      "It cannot be allowed for good: part of it is not known before it runs.",
    ]);
    expect(Object.keys(requestedSchema.properties)).toEqual(["answer"]);
  });

  it("the first three lines count what would change; the diff comes below them, bounded", () => {
    const diff = `@@ -1 +1 @@\n-old\n+new\u001b[2J\n${" x\n".repeat(300)}`;
    const change = {
      path: "/workspace/a.ts",
      kind: "changed",
      added: 1,
      removed: 1,
      diff,
    } as const;
    const lines = toForm({ ...asked, changes: [change] }).message.split("\n");
    expect(lines[0]).toBe("bash asks (1 of 3 parts; 1 file, +1 -1)");
    expect(lines.slice(6, 12)).toEqual([
      "Changes:",
      "/workspace/a.ts: changed, +1 -1",
      "  @@ -1 +1 @@",
      "  -old",
      "  +new\\u{1b}[2J",
      "   x",
    ]);
    expect(lines).toContain("  … 104 more lines");
  });
});

describe("the answer to a form", () => {
  it("takes a form that was closed, or declined faster than a person reads, for no answer", () => {
    const decline = { action: "decline" };
    expect(readReply(question, decline, LEAST_PERSON_MS - 1).choice).toBe("none");
    expect(readReply(question, decline, LEAST_PERSON_MS)).toEqual({ choice: "reject" });
    expect(read(question, { action: "cancel" }).choice).toBe("none");
    const once = { action: "accept", content: { answer: "Allow once" } };
    expect(readReply(question, once, 0)).toEqual({ choice: "once" });
  });

  it("takes only exactly the offered words for a yes; anything else is no", () => {
    fc.assert(
      fc.property(
        fc.record({
          action: fc.oneof(fc.constantFrom("accept", "decline", "cancel"), fc.jsonValue()),
          content: fc.oneof(
            fc.jsonValue(),
            fc.record({
              answer: fc.oneof(
                fc.constantFrom("once", "ALLOW ONCE", "Allow once ", "yes"),
                fc.jsonValue(),
              ),
            }),
          ),
        }),
        (reply) => {
          expect(["reject", "none"]).toContain(read(question, reply).choice);
        },
      ),
    );
  });

  it("never takes *always* where it was not offered", () => {
    const reply = { action: "accept", content: { answer: "Allow always in this session" } };
    expect(read(question, reply)).toEqual({ choice: "session" });
    expect(read({ ...question, cover: null }, reply)).toEqual({ choice: "reject" });
  });

  it("the answer carries texts back to a tool, and only those that were offered", () => {
    const reply = (question_1: unknown) => ({
      action: "accept",
      content: { question_1, question_2: "words" },
    });
    expect(read(tool, reply(["a", "b"]))).toEqual({
      choice: "answers",
      answers: [["a", "b"], ["words"]],
    });
    expect(read(tool, reply(["c"])).choice).toBe("reject");
    expect(read(tool, { action: "accept", content: {} }).choice).toBe("reject");
  });

  it("shows labels of a tool's question as visible text, and hands back the labels themselves", () => {
    const label = "Yes\u202e\nAllow always";
    const asked: Question = {
      ...question,
      kind: "tool",
      questions: [{ question: "Go\u0007?", header: "H\u200b", options: [{ label }] }],
    };
    const field = { title: "H\\u{200b}", description: "Go\\u{7}?" };
    const shown = "Yes\\u{202e}\\u{a}Allow always";
    expect(toForm(asked).requestedSchema.properties).toEqual({
      question_1: { type: "string", ...field, enum: [shown] },
    });
    const reply = (text: string) =>
      read(asked, { action: "accept", content: { question_1: text } });
    expect(reply(shown)).toEqual({ choice: "answers", answers: [[label]] });
    expect(reply(label).choice).toBe("reject");
  });

  it("asks about a landing with the first lines of the card, and takes back only what it offered", () => {
    const path = "/workspace/.vscode/tasks\u202e.json";
    const change = { type: "file", mode: 0o644, bytes: 1 } as const;
    const landing: Question = {
      ...question,
      kind: "landing",
      title: "bash has ended and asks to land its changes",
      arguments: { command: "npm run release" },
      footprint: {
        resources: [
          { capability: "fs.write", path, real: path, origin: "derived", via: "operand" },
        ],
      },
      reasons: [{ judge: "floor", action: "ask", hard: true, reason: "It runs by itself." }],
      changeSet: {
        changes: [
          { ...change, path, kind: "added" },
          { ...change, path: "/workspace/dist/a.js", kind: "added" },
          { ...change, path: "/workspace/old", kind: "removed" },
        ],
      },
    };
    const { message, requestedSchema } = toForm(landing);
    expect(message.split("\n")).toEqual([
      "bash has ended and asks to land its changes: 3 files (2 new, 1 removed), 1 asks",
      "  /workspace/.vscode/tasks\\u{202e}.json",
      "Why it asks: It runs by itself.",
      "The command:",
      "  npm run release",
      "Changed along with it:",
      "  /workspace/dist/a.js",
      "  /workspace/old",
      "Nothing has landed yet.",
    ]);
    const choices = ["Land all", "Land without that 1", "Drop everything"];
    expect(requestedSchema.properties).toEqual({
      answer: { type: "string", title: "Answer", enum: choices },
    });
    const reply = (answer: unknown) => read(landing, { action: "accept", content: { answer } });
    expect(choices.map(reply)).toEqual([
      { choice: "once" },
      { choice: "without", paths: [path] },
      { choice: "reject" },
    ]);
    for (const other of ["Allow once", "once", undefined, ["Land all"], "Land without those 2"])
      expect(reply(other).choice).toBe("none");
    expect(read(landing, { action: "cancel" }).choice).toBe("none");
    expect(read(landing, {}).choice).toBe("none");
    expect(read(landing, { action: "decline" })).toEqual({ choice: "reject" });
    const whole = { ...landing, footprint: { resources: [] } };
    expect(toForm(whole).requestedSchema.properties.answer).toMatchObject({
      enum: ["Land all", "Drop everything"],
    });
    expect(read(whole, { action: "accept", content: { answer: "Drop everything" } })).toEqual({
      choice: "reject",
    });
  });
});
