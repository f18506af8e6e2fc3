import type { Answer, Question } from "@toolplane/contract";
import { landingQuestion } from "@toolplane/library/fixtures";
import { describe, expect, it } from "vitest";
import { createPaint } from "../paint.ts";
import { textWidth } from "../text/text-width.ts";
import { advanceCard, openCard } from "./advance-card.ts";
import type { CardState } from "./card-state.ts";
import type { Key, KeyName } from "./key-reader.ts";
import { foldCard, renderCard } from "./render-card.ts";

const paint = createPaint({ hasColour: false, isAscii: false });
const WORKSPACE = "/home/mira/ledger-api";

function open(question: Question = landingQuestion(), rows = 30): CardState {
  const options = { paint, workspace: WORKSPACE, projectApprovals: false, hasEditor: false };
  const card = openCard(question, { options, columns: 80, rows, waiting: 1, atMs: 0 });
  return advanceCard(card, { type: "tick", atMs: card.quietUntilMs });
}

function press(state: CardState, ...names: readonly string[]): CardState {
  const namedKey = (name: string): Key =>
    name.length > 1 ? { name: name as KeyName } : { name: "text", text: name };
  return names.reduce(
    (now, name) => advanceCard(now, { type: "key", key: namedKey(name), isAlone: true }),
    state,
  );
}

const text = (state: CardState): string => renderCard(state).join("\n");
const answerOf = ({ outcome }: CardState): Answer | null =>
  outcome?.kind === "answer" ? outcome.answer : null;

describe("the card of a landing", () => {
  it("counts first, names what asks, and folds the rest by folder", () => {
    expect(text(open())).toMatchInlineSnapshot(`
      "┃ ◆ bash  npm run release                                 ended, not landed yet
      ┃
      ┃   214 files changed. 2 of them ask:
      ┃   ◆ .vscode/tasks.json                                  new 1.2 KB  protected
      ┃   ◆ .github/workflows/ci.yml                   changed 1.2 KB  policy.jsonc:9
      ┃   ✓ 212 others: dist/ 198 new · src/ 9 changed · 2 removed · 3 at the top
      ┃
      ┃   l land all   w land without these 2   d drop everything   ↑↓ look first
      ┃ l w d, then Enter.   ?: help"
    `);
  });

  it.each<[string, Answer]>([
    ["l", { choice: "once" }],
    [
      "w",
      {
        choice: "without",
        paths: [`${WORKSPACE}/.vscode/tasks.json`, `${WORKSPACE}/.github/workflows/ci.yml`],
      },
    ],
    ["d", { choice: "reject" }],
  ])("answers %s only after Enter", (letter, answer) => {
    const selected = press(open(), letter);
    expect(answerOf(selected)).toBeNull();
    expect(answerOf(press(selected, "enter"))).toEqual(answer);
  });

  it("takes no letter of another card, and no Enter by itself", () => {
    for (const key of ["o", "a", "r", "e"])
      expect(answerOf(press(open(), key, "enter"))).toBeNull();
    expect(text(press(open(), "enter"))).toContain("Nothing is selected");
  });

  it("shows the difference of the path under the cursor, and comes back", () => {
    const at = press(open(), "down", "down");
    expect(text(at)).toMatch(/› ◆ \.github\/workflows\/ci\.yml/);
    const asked = press(at, "enter");
    expect(asked.outcome).toEqual({
      kind: "show-diff",
      path: `${WORKSPACE}/.github/workflows/ci.yml`,
    });
    const diff = { path: `${WORKSPACE}/.github/workflows/ci.yml`, text: "@@ -1 +1 @@\n-a\n+b\n" };
    const shown = advanceCard(asked, { type: "diff", diff, atMs: 0 });
    expect(text(shown)).toMatch(/A rule asks about[\s\S]*1 - a[\s\S]*1 \+ b[\s\S]*Any key: back/);
    const back = press(advanceCard(shown, { type: "tick", atMs: 9_000 }), "escape");
    expect(text(back)).toContain("214 files changed");
    expect(answerOf(back)).toBeNull();
  });

  it("moving takes the selection back, so that Enter never means two things", () => {
    const moved = press(open(), "l", "down", "enter");
    expect(answerOf(moved)).toBeNull();
    expect(moved.outcome).toMatchObject({ kind: "show-diff" });
  });

  it("unfolds the others, and follows the cursor through a low window", () => {
    const low = open(landingQuestion(), 14);
    const unfolded = press(low, "down", "down", "down", "enter");
    expect(unfolded.isUnfolded).toBe(true);
    const far = press(unfolded, ...Array.from({ length: 120 }, () => "down"));
    expect(text(far)).toMatch(/› ✓ dist\/chunk-\d+\.js/);
    expect(renderCard(far).length).toBeLessThanOrEqual(14);
  });

  it("lands nothing before every path that asks was on screen", () => {
    const { footprint, changeSet } = landingQuestion();
    const [first] = footprint.resources;
    const resources = Array.from({ length: 40 }, (_, index) => ({
      ...(first as typeof first & { readonly capability: "fs.write" }),
      path: `${WORKSPACE}/.vscode/${index}.json`,
    }));
    const many = landingQuestion({
      footprint: { resources } as Question["footprint"],
      reasons: [],
    });
    expect(changeSet).toBeDefined();
    const tried = press(open(many, 20), "l", "enter");
    expect(answerOf(tried)).toBeNull();
    expect(text(tried)).toMatch(/\d+ resources not seen yet/);
    const seen = press(tried, ...Array.from({ length: 45 }, () => "down"), "l", "enter");
    expect(answerOf(seen)).toEqual({ choice: "once" });
  });

  it("counts the whole of a set of which it carries a part", () => {
    const { changeSet } = landingQuestion();
    const changes = (changeSet?.changes ?? []).slice(0, 10);
    const part = landingQuestion({
      changeSet: { changes, counts: { added: 9_000, changed: 2, removed: 0 } },
    });
    expect(text(open(part))).toContain("9,002 files changed. 2 of them ask:");
    expect(text(open(part))).toContain("9,000 others: dist/ 8 new · 8,992 more");
  });

  it("offers no part where the whole asks", () => {
    const reason = "More would be lost than undo can keep.";
    const whole = landingQuestion({
      footprint: { resources: [] },
      reasons: [{ judge: "floor", action: "ask", hard: true, reason }],
    });
    expect(text(open(whole))).toContain(`214 files changed. ${reason}`);
    expect(text(open(whole))).not.toContain("land without");
    expect(answerOf(press(open(whole), "w", "enter"))).toBeNull();
  });

  it("lets no name of a file speak to the terminal, and keeps to the window", () => {
    const path = `${WORKSPACE}/a\u001b[2J\u202e${"x".repeat(200)}`;
    const resources = [
      { capability: "fs.write", path, real: path, origin: "derived", via: "operand" },
    ] as Question["footprint"]["resources"];
    const lines = renderCard(open(landingQuestion({ footprint: { resources } })));
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });

  it("folds to what was chosen", () => {
    const fold = (answer: Answer) => foldCard(landingQuestion(), answer, { paint, width: 79 });
    expect(fold({ choice: "once" })).toMatch(/✓ bash {2}npm run release .*land all/);
    expect(fold({ choice: "without", paths: ["a", "b"] })).toMatch(/◆ .*land without 2/);
    expect(fold({ choice: "reject" })).toMatch(/– .*drop everything/);
  });
});
