import type { Question, Resource, Rule } from "@toolplane/contract";
import { publishQuestion } from "@toolplane/library/fixtures";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPaint } from "../paint.ts";
import { textWidth } from "../text/text-width.ts";
import { advanceCard, openCard } from "./advance-card.ts";
import type { CardEvent, CardState } from "./card-state.ts";
import type { Key, KeyName } from "./key-reader.ts";
import { foldCard, renderCard } from "./render-card.ts";

const paint = createPaint({ hasColour: false, isAscii: false });
const options = {
  paint,
  workspace: "/home/mira/ledger-api",
  projectApprovals: false,
  hasEditor: false,
};
const NAMES = [
  "tab",
  "enter",
  "escape",
  "backspace",
  "down",
  "up",
  "page-down",
  "page-up",
  "interrupt",
];

function open(question: Question = publishQuestion(), more: Partial<CardState> = {}): CardState {
  const size = { columns: 80, rows: 50, ...more };
  return openCard(question, {
    options: { ...options, ...more.options },
    waiting: 1,
    atMs: 0,
    ...size,
  });
}

function namedKey(name: string): Key {
  return NAMES.includes(name) ? { name: name as KeyName } : { name: "text", text: name };
}

function press(state: CardState, ...names: readonly string[]): CardState {
  return names.reduce(
    (now, name) => advanceCard(now, { type: "key", key: namedKey(name), isAlone: true }),
    state,
  );
}

function live(state: CardState): CardState {
  return advanceCard(state, { type: "tick", atMs: state.quietUntilMs });
}

function cardText(state: CardState): string {
  return renderCard(state).join("\n");
}

function withFiles(count: number): Question {
  const resources: Resource[] = Array.from({ length: count }, (_, index) => ({
    capability: "fs.read",
    path: `/home/mira/ledger-api/file-${index}`,
    real: `/home/mira/ledger-api/file-${index}`,
    origin: "direct",
    via: "argument",
  }));
  return publishQuestion({ footprint: { resources }, reasons: [], allowed: [], cover: null });
}

describe("the card", () => {
  it("is drawn at 80 columns", () => {
    expect(cardText(open(undefined, { waiting: 2 } as never))).toMatchInlineSnapshot(`
      "┃ ◆ bash asks                                                        ses_7kq2m9
      ┃
      ┃   git fetch origin && git rebase origin/main && npm publish --tag next >
      ┃   publish.log
      ┃
      ┃ It will touch                                                      decided by
      ┃   ✓ shell.run  git fetch origin                               policy.jsonc:20
      ┃   ✓ net.fetch  git.ledger.test:443                            policy.jsonc:21
      ┃   ✓ shell.run  git rebase origin/main                         policy.jsonc:22
      ┃   ◆ shell.run  npm publish --tag next                         policy.jsonc:13
      ┃   ◆ net.fetch  npm.ledger-ci.test:443                                 no rule
      ┃   ✓ fs.write   publish.log                                    policy.jsonc:25
      ┃   That is everything it will touch.
      ┃
      ┃ Why   ask bash npm publish *   .toolplane/policy.jsonc:13
      ┃       No rule is about npm.ledger-ci.test:443.
      ┃
      ┃   o  Allow once
      ┃   a  Always in this session, for exactly
      ┃        allow shell.run npm publish --tag next
      ┃        allow net.fetch npm.ledger-ci.test:443
      ┃   w  What always covers, in full
      ┃   r  Reject with a note to the model
      ┃   e  Edit the arguments
      ┃
      ┃ o a w r e, then Enter.   1 of 2 waiting.   ?: help"
    `);
  });

  it("says what was read before, and what would leave to whom, apart from the arguments", () => {
    const by = { sessionId: "ses_1", callId: "call_1", atMs: 0 };
    const rule: Rule = {
      permission: "data.send",
      pattern: "*",
      action: "ask",
      after: ["private", "untrusted"],
      unless: "named",
    };
    const asked = publishQuestion({
      footprint: { resources: [] },
      arguments: { to: "drop.example" },
      lines: [
        "was shown: .env (private, read, 1970-01-01 00:00:00 UTC)",
        "was shown: docs.example (untrusted, web_fetch, 1970-01-01 00:00:00 UTC)",
        "would go to: drop.example (to)",
        "to = drop.example",
      ],
      reasons: [
        {
          judge: "flow",
          action: "ask",
          hard: true,
          reason: "It would send.",
          rule: { rule, source: { scope: "default", line: 1 } },
        },
      ],
      seen: [
        { label: "private", source: ".env", tool: "read", ...by },
        { label: "untrusted", source: "docs.example", tool: "web_fetch", ...by },
      ],
      sends: [{ kind: "host", text: "drop.example", value: "drop.example", from: "to" }],
    });
    const [head, why = ""] = cardText(open(asked)).split("Why");
    expect(head).toContain("to = drop.example");
    expect(head).not.toContain("read before");
    expect(why.split("\n").slice(0, 5).join("\n")).toMatchInlineSnapshot(`
      "   ask data.send * after private + untrusted unless named   default:1
      ┃       was shown: .env (private, read, 1970-01-01 00:00:00 UTC)
      ┃       was shown: docs.example (untrusted, web_fetch, 1970-01-01 00:00:00 UTC)
      ┃       would go to: drop.example (to)
      ┃"
    `);
  });

  it("offers to look a package up, says where that asks, and shows what was found", () => {
    const wanted: Question = {
      ...publishQuestion(),
      kind: "egress",
      lookUp: "asks npm.test for left-pad",
      lines: ["install left-pad", "size: 2 KB", "version: young (warning)"],
      footprint: {
        resources: [
          {
            capability: "net.fetch",
            scheme: "https",
            host: "npm.test",
            port: 443,
            package: { manager: "npm", name: "left-pad", near: "left-pod" },
            origin: "direct",
            via: "destination",
          },
        ],
      },
    };
    const first = live(open(wanted));
    expect(cardText(first)).toContain("one letter away from left-pod");
    expect(cardText(first)).toContain("l  Look it up first: asks npm.test for left-pad");
    expect(press(first, "l", "enter").outcome).toEqual({
      kind: "answer",
      answer: { choice: "look-up" },
    });
    const { lookUp: _, ...rest } = wanted;
    const facts = [
      { label: "size", text: "2 KB" },
      { label: "version", text: "young", warns: true as const },
    ];
    const second = live(open({ ...rest, facts }));
    expect(cardText(second)).toContain("The registry says");
    expect(cardText(second)).toMatch(/size {5}2 KB/);
    expect(cardText(second)).toMatch(/version {2}young \(warning\)/);
    expect(press(second, "l", "enter").outcome).toBeNull();
  });

  it("answers with a letter and Enter, and with nothing less", () => {
    expect(press(live(open()), "enter").outcome).toBe(null);
    expect(press(live(open()), "o").outcome).toBe(null);
    expect(press(live(open()), "o", "enter").outcome).toEqual({
      kind: "answer",
      answer: { choice: "once" },
    });
    expect(press(live(open()), "a", "enter").outcome).toEqual({
      kind: "answer",
      answer: { choice: "session" },
    });
  });

  it("hears no key for half a second after it was drawn, or drawn anew", () => {
    const early = press(advanceCard(open(), { type: "tick", atMs: 499 }), "o", "enter");
    expect(early).toMatchObject({ selected: null, outcome: null });
    const resized = advanceCard(press(live(open()), "o"), {
      type: "resize",
      columns: 60,
      rows: 40,
      atMs: 9_000,
    });
    expect(press(resized, "enter").outcome).toBe(null);
    expect(press(live(resized), "enter").outcome).toMatchObject({ kind: "answer" });
  });

  it("hears Ctrl-C at any time", () => {
    expect(press(open(), "interrupt").outcome).toEqual({ kind: "cancel" });
  });

  it("takes no Enter that came together with other keys, and no paste", () => {
    const selected = press(live(open()), "o");
    const enter: CardEvent = { type: "key", key: { name: "enter" }, isAlone: false };
    expect(advanceCard(selected, enter).outcome).toBe(null);
    const paste: CardEvent = { type: "key", key: { name: "paste", text: "o\r" }, isAlone: true };
    expect(advanceCard(live(open()), paste)).toMatchObject({ selected: null, outcome: null });
  });

  it("refuses Enter until every resource was on screen", () => {
    let state = press(live(open(withFiles(30), { rows: 20 } as never)), "o", "enter");
    expect(state.outcome).toBe(null);
    expect(state.message).toMatch(/^\d+ resources not seen yet: ↓$/);
    for (let presses = 0; presses < 60; presses += 1) state = press(state, "down");
    expect(press(state, "enter").outcome).toMatchObject({ kind: "answer" });
  });

  it("offers no always for what was not read, and says why", () => {
    const resources: Resource[] = [
      {
        capability: "opaque",
        of: "net.fetch",
        text: "$URL",
        reason: "dynamic",
        origin: "direct",
        via: "unit",
      },
    ];
    const state = live(
      open(publishQuestion({ footprint: { resources }, cover: null, reasons: [] })),
    );
    expect(cardText(state)).toContain("part of it cannot be read");
    expect(cardText(state)).toContain(
      "Always is not possible: nothing can cover what was not read.",
    );
    expect(press(state, "a", "enter").outcome).toBe(null);
    expect(press(state, "w", "enter").outcome).toBe(null);
  });

  it("shows what always covers and keeps it for the project only where that is on", () => {
    const covers = press(live(open()), "w", "enter");
    expect(cardText(covers)).toContain("Always would cover exactly this");
    expect(press(covers, "p", "enter").outcome).toBe(null);
    expect(press(covers, "s", "enter").outcome).toMatchObject({ answer: { choice: "session" } });
    const project = { options: { ...options, projectApprovals: true } } as Partial<CardState>;
    expect(
      press(live(open(publishQuestion(), project)), "w", "enter", "p", "enter").outcome,
    ).toMatchObject({ answer: { choice: "project" } });
  });

  it("shows the cover first where it does not fit under the choice", () => {
    const cover = Array.from({ length: 40 }, (_, index) => ({ key: `$ make ${index}`, cover: [] }));
    const state = press(
      live(open(publishQuestion({ cover }), { rows: 30 } as never)),
      "page-down",
      "a",
      "enter",
    );
    expect(state).toMatchObject({ view: "cover", outcome: null });
    expect(press(state, "s", "enter")).toMatchObject({ outcome: null, message: /not seen/ });
  });

  it("rejects with a note, or without one", () => {
    expect(press(live(open()), "r", "enter", ..."not now", "enter").outcome).toEqual({
      kind: "answer",
      answer: { choice: "reject", note: "not now" },
    });
    expect(press(live(open()), "r", "enter", "enter").outcome).toEqual({
      kind: "answer",
      answer: { choice: "reject" },
    });
  });

  it("edits the arguments, and takes only a changed object for them", () => {
    const question = publishQuestion({ arguments: { command: "ls" } });
    const editing = press(live(open(question)), "e", "enter");
    expect(editing.view).toBe("edit");
    expect(press(editing, "enter").message).toBe("Nothing was changed.");
    expect(press(editing, "x", "enter").message).toMatch("not JSON");
    const back = press(editing, "backspace", "backspace", " ", "-", "a", '"', "}", "enter");
    expect(back.outcome).toEqual({
      kind: "answer",
      answer: { choice: "edit", arguments: { command: "ls -a" } },
    });
    const withEditor = { options: { ...options, hasEditor: true } } as Partial<CardState>;
    const outside = press(live(open(question, withEditor)), "e", "enter");
    expect(outside.outcome).toEqual({ kind: "open-editor" });
    const edited = advanceCard(outside, { type: "edited", text: '{"command":"pwd"}', atMs: 9 });
    expect(edited.outcome).toMatchObject({ answer: { arguments: { command: "pwd" } } });
    expect(advanceCard(outside, { type: "edited", text: null, atMs: 9 })).toMatchObject({
      outcome: null,
      isLive: false,
    });
  });

  it("does not send a mask back in place of the secret", () => {
    const question = publishQuestion({ arguments: { command: "push [redacted:TOKEN]" } });
    const editing = press(live(open(question)), "e", "enter", "backspace", "backspace");
    const back = press(editing, " ", "-", "f", '"', "}", "enter");
    expect(back).toMatchObject({ outcome: null, message: /masked secret/ });
  });

  it("edits nothing but the call itself", () => {
    for (const kind of ["egress", "wider-rerun"] as const)
      expect(press(live(open(publishQuestion({ kind }))), "e", "enter").outcome).toBe(null);
  });

  it("answers a tool's questions one after the other", () => {
    const question = publishQuestion({
      kind: "tool",
      title: "question has a question",
      questions: [
        { question: "Which?", options: [{ label: "SQLite" }, { label: "PostgreSQL" }] },
        {
          question: "Also?",
          multi_select: true,
          options: [{ label: "a" }, { label: "b" }, { label: "c" }],
        },
        { question: "Name?" },
      ],
    });
    const state = live(open(question));
    expect(press(state, "enter").outcome).toBe(null);
    expect(cardText(state)).toContain("┃   1  SQLite\n┃   2  PostgreSQL\n┃   t  Own words");
    const last = press(state, "2", "enter", "1", "3", "enter", ..."ledger", "enter");
    expect(last.outcome).toEqual({
      kind: "answer",
      answer: { choice: "answers", answers: [["PostgreSQL"], ["a", "c"], ["ledger"]] },
    });
    const moved = press(state, "down", "down", "up");
    expect(cardText(moved)).toContain("┃ › 1  SQLite\n┃   2  PostgreSQL");
    expect(cardText(press(state, "up"))).toContain("┃   1  SQLite\n┃ › 2  PostgreSQL");
    expect(press(moved, "enter").form).toMatchObject({ at: 1, chosen: [[0], [], []] });
    expect(press(moved, "enter", "down").form.chosen[1]).toEqual([]);
    expect(press(state, "t", ..."own words", "enter").form.typed[0]).toBe("own words");
    expect(press(state, "r", "no", "enter").outcome).toMatchObject({
      answer: { choice: "reject" },
    });
  });

  it("folds to one line", () => {
    const fold = (ending: Parameters<typeof foldCard>[1]): string =>
      foldCard(publishQuestion(), ending, { paint, width: 79 });
    expect(fold({ choice: "once" })).toMatch(
      /^ {2}✓ bash {2}git fetch origin .*… {2}allowed once$/,
    );
    for (const ending of ["elsewhere", "cancelled", { choice: "reject" }] as const)
      expect(textWidth(fold(ending))).toBeLessThanOrEqual(79);
  });
});

const anyKey = fc.oneof(
  fc.constantFrom("o", "a", "w", "r", "e", "?", "s", "p", "t", "1", "2", ...NAMES.slice(0, -1)),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const anyEvent: fc.Arbitrary<CardEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("key" as const),
      key: anyKey.map(namedKey),
      isAlone: fc.boolean(),
    }),
  },
  fc.record({
    type: fc.constant("resize" as const),
    columns: fc.integer({ min: 1, max: 300 }),
    rows: fc.integer({ min: 1, max: 90 }),
    atMs: fc.nat(9_000),
  }),
  fc.record({ type: fc.constant("tick" as const), atMs: fc.nat(20_000) }),
  fc.record({
    type: fc.constant("key" as const),
    key: fc.record({ name: fc.constant("paste" as const), text: fc.string() }),
    isAlone: fc.constant(true),
  }),
);

describe("a card of a call that writes", () => {
  const target = { path: "/home/mira/ledger-api/n.txt", real: "/home/mira/ledger-api/n.txt" };
  const added = Array.from({ length: 40 }, (_, index) => `+line ${index + 1}`);
  const question = publishQuestion({
    tool: "write",
    title: "write asks",
    arguments: { path: "n.txt", content: "line 1…" },
    lines: ["write n.txt", "path = n.txt", "content = line 1…"],
    footprint: {
      resources: [{ capability: "fs.write", ...target, origin: "direct", via: "argument" }],
    },
    reasons: [],
    allowed: [],
    cover: null,
    changes: [
      {
        path: "n.txt",
        kind: "created",
        added: 40,
        removed: 0,
        diff: ["--- n.txt", "+++ n.txt", "@@ -0,0 +1,40 @@", ...added, ""].join("\n"),
      },
    ],
  });

  it("shows the diff in place of the content, folded after 24 lines", () => {
    const text = cardText(open(question, { rows: 80 }));
    expect(text).toContain("Change   n.txt   new +40");
    expect(text).toContain("   1 + line 1");
    expect(text).toContain("  24 + line 24");
    expect(text).not.toContain("line 25");
    expect(text).toContain("16 more lines: tab");
    expect(text).not.toContain("content = ");
  });

  it("unfolds with tab and folds again", () => {
    const card = live(open(question, { rows: 80 }));
    expect(cardText(press(card, "tab"))).toContain("  40 + line 40");
    expect(cardText(press(card, "tab", "tab"))).not.toContain("line 25");
  });

  it("leaves room for it in a low window", () => {
    const text = cardText(open(question, { rows: 24 }));
    expect(text).toContain("   1 + line 1");
  });

  it("draws nothing of a diff that the terminal would obey", () => {
    const diff = "@@ -0,0 +1 @@\n+\u001b[2Jx\u202ey\n";
    const change = { path: "a\u001b.txt", kind: "created", added: 1, removed: 0, diff } as const;
    const text = cardText(open({ ...question, changes: [change] }, { rows: 80 }));
    for (const sign of ["\u001b", "\u202e"]) expect(text).not.toContain(sign);
    expect(text).toContain("\\u{1b}[2Jx\\u{202e}y");
  });

  it("keeps the arguments where a change cannot be shown as lines", () => {
    const changes = question.changes?.map((change) => ({ ...change, diff: "" })) ?? [];
    const text = cardText(open({ ...question, changes }, { rows: 80 }));
    expect(text).toContain("content = line 1…");
    expect(text).toContain("not text, or too large to show");
  });
});

describe("any card, whatever happens to it", () => {
  const foreign = fc.string({ unit: "binary", maxLength: 60 });
  const anyQuestion = fc
    .record({
      kind: fc.constantFrom("permission" as const, "egress" as const, "tool" as const),
      text: foreign,
      files: fc.nat(30),
      covered: fc.boolean(),
    })
    .map(({ kind, text, files, covered }) => {
      const base = withFiles(files);
      return publishQuestion({
        kind,
        footprint: base.footprint,
        reasons: [{ judge: "rules", action: "ask", hard: false, reason: text }],
        allowed: [],
        arguments: { command: text },
        cover: covered ? [{ key: text, cover: base.footprint.resources }] : null,
        questions: [
          { question: text, header: text, options: [{ label: text, description: text }] },
        ],
      });
    });

  it("is drawn inside the window, behind the bar, without a control character", () => {
    fc.assert(
      fc.property(anyQuestion, fc.array(anyEvent, { maxLength: 30 }), (question, events) => {
        let state = open(question);
        for (const event of events) {
          state = advanceCard(state, event);
          const lines = renderCard(state);
          expect(lines.length).toBeLessThanOrEqual(Math.max(5, state.rows - 1));
          for (const line of lines) {
            expect(line.startsWith("┃")).toBe(true);
            expect(textWidth(line)).toBeLessThanOrEqual(Math.max(4, state.columns - 1));
            expect(line).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200b]/u);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("says yes only to a lone Enter on a live card with all seen, after the letter for it", () => {
    fc.assert(
      fc.property(anyQuestion, fc.array(anyEvent, { maxLength: 60 }), (question, events) => {
        let state = open(question);
        for (const event of events) {
          const before = state;
          state = advanceCard(state, event);
          if (state.outcome?.kind !== "answer" || before.outcome !== null) continue;
          const { answer } = state.outcome;
          expect(event).toMatchObject({ type: "key", key: { name: "enter" }, isAlone: true });
          expect(before.isLive).toBe(true);
          if (["once", "session", "project"].includes(answer.choice)) {
            expect(before.selected).not.toBe(null);
            expect(before.seen).toBe(question.footprint.resources.length);
          }
          if (answer.choice === "session") expect(question.cover).not.toBe(null);
          expect(answer.choice).not.toBe("project");
        }
      }),
      { numRuns: 200 },
    );
  });

  it("offers no once where an answer is kept by its key, says what that covers, and keeps it", () => {
    const note = "Approval key: npm. Covers every later call of bash with this key.";
    const question = { ...publishQuestion(), byKey: { key: "npm", note } };
    const text = cardText(open(question));
    expect(text).toContain("Allow in this session");
    expect(text).toContain("Approval key: npm.");
    expect(text).not.toMatch(/once|always/i);
    expect(press(live(open(question)), "o").selected).toBeNull();
    expect(press(live(open(question)), "a", "enter").outcome).toEqual({
      kind: "answer",
      answer: { choice: "session" },
    });
    const pages = Array.from({ length: 9 }, () => "page-down");
    const low = press(live(open(question, { rows: 12 })), ...pages, "a", "enter");
    expect(low).toMatchObject({ view: "cover", outcome: null });
    expect(cardText(low)).toContain("Approval key: npm.");
  });
});
