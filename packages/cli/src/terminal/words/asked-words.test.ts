import type { Opinion, Question, Resource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { askedWords } from "./asked-words.ts";

const ask = (resource: number, reason: string, hard = false): Opinion => ({
  judge: "rules",
  action: "ask",
  hard,
  reason,
  resource,
});
const write = (path: string): Resource => ({
  capability: "fs.write",
  origin: "direct",
  via: "argument",
  path: `/w/${path}`,
  real: `/w/${path}`,
});
const BASE: Question = {
  id: "qst_1",
  kind: "permission",
  sessionId: "ses_1",
  callId: "call_1",
  tool: "write",
  origin: "bundled",
  title: "write asks",
  lines: [],
  arguments: {},
  footprint: { resources: [] },
  reasons: [],
  cover: null,
};
const words = (more: Partial<Question>): string => askedWords({ ...BASE, ...more }, "/w");

describe("what a question is about, in one line", () => {
  it("counts what would change and what asks, and says why", () => {
    const change = { kind: "created", added: 3, removed: 0, diff: "" } as const;
    expect(
      words({
        footprint: { resources: [write(".envrc"), write("a")] },
        reasons: [ask(0, "No rule is about it."), ask(0, ".envrc is protected", true)],
        changes: [{ ...change, path: "/w/.envrc" }],
      }),
    ).toBe(".envrc new +3; 1 of 2 resources asks; .envrc is protected");
    expect(words({ changes: ["/w/a", "/w/b"].map((path) => ({ ...change, path })) })).toBe(
      "2 files would change",
    );
  });

  it("says of a command that has ended what it changed and what of it asks", () => {
    const changes = ["dist/1", "dist/2", ".vscode/t\u001b.json"].map((path) => ({
      path: `/w/${path}`,
      kind: "added",
      type: "file",
      mode: 0o644,
      bytes: 1,
    })) as NonNullable<Question["changeSet"]>["changes"];
    const landing = { kind: "landing", changeSet: { changes } } as const;
    const resources = [write(".vscode/t\u001b.json")];
    expect(words({ ...landing, footprint: { resources } })).toBe(
      "3 files changed, not landed yet; 1 asks: .vscode/t\\u{1b}.json",
    );
    expect(words(landing)).toBe("3 files changed, not landed yet");
  });

  it("counts the questions of a tool where there are several", () => {
    const question = { question: "Which port?" };
    expect(words({ kind: "tool", questions: [question] })).toBe("");
    expect(words({ kind: "tool", questions: [question, question] })).toBe("2 questions");
  });
});
