import type { Question } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { permissionChoices, questionContent, readOutcome } from "./permission-request.ts";

const QUESTION: Question = {
  id: "q",
  kind: "permission",
  sessionId: "s",
  callId: "c",
  tool: "bash",
  origin: "bundled",
  title: "bash asks",
  lines: ["shell.run npm test", "command = npm test"],
  reasons: [],
  footprint: { resources: [{ capability: "shell.run" } as never] } as never,
  arguments: { command: "npm test" },
  cover: null,
};

const LANDING: Question = {
  ...QUESTION,
  kind: "landing",
  footprint: {
    resources: [{ capability: "fs.write", path: "/project/package.json" } as never],
  } as never,
};

const kinds = (question: Question) => permissionChoices(question).map(({ kind }) => kind);

describe("a question as a permission request", () => {
  it("offers always only where it can be kept", () => {
    expect(kinds(QUESTION)).toEqual(["allow_once", "reject_once", "reject_always"]);
    expect(kinds({ ...QUESTION, cover: [] })).toContain("allow_always");
    expect(JSON.stringify(questionContent(QUESTION, "/project"))).toContain(
      "cannot be allowed for good",
    );
  });

  it("offers no once where an answer is kept by its key, and says what that covers", () => {
    const keyed = { ...QUESTION, cover: [], byKey: { key: "npm", note: "Covers the key npm." } };
    expect(permissionChoices(keyed).map(({ name }) => name)).toEqual([
      "Allow in this session",
      "Reject",
      "Reject always in this session",
    ]);
    expect(JSON.stringify(questionContent(keyed, "/project"))).toContain("Covers the key npm.");
  });

  it("offers a look-up behind the plain answers, and shows what it found", () => {
    const looking = permissionChoices({ ...QUESTION, lookUp: "asks npm.test for left-pad" });
    expect(looking.map(({ optionId }) => optionId)).toEqual([
      "allow_once",
      "reject_once",
      "look_up",
      "reject_always",
    ]);
    expect(looking[2]).toMatchObject({
      name: "Look it up first: asks npm.test for left-pad",
      answer: { choice: "look-up" },
    });
    const facts = [{ label: "size", text: "2 KB" }];
    const lines = ["shell.run npm test", "size: 2 KB", "command = npm test"];
    expect(JSON.stringify(questionContent({ ...QUESTION, lines, facts }, "/project"))).toContain(
      "The registry says:\\n  size: 2 KB",
    );
  });

  it("a permission request is answered by what was offered only", () => {
    const choices = permissionChoices(QUESTION);
    const picked = (optionId: string) =>
      readOutcome(choices, { outcome: "selected", optionId }).answer;
    expect(picked("allow_once")).toEqual({ choice: "once" });
    expect(picked("reject_once")).toEqual({ choice: "reject" });
    expect(picked("allow_always")).toMatchObject({ choice: "none" });
    expect(picked("")).toMatchObject({ choice: "none" });
    expect(readOutcome(choices, { outcome: "cancelled" }).answer).toMatchObject({ choice: "none" });
  });

  it("an answer about a landing lands all, some or nothing", () => {
    const choices = permissionChoices(LANDING);
    const picked = (optionId: string) =>
      readOutcome(choices, { outcome: "selected", optionId }).answer;
    expect(picked("land")).toEqual({ choice: "once" });
    expect(picked("land_without")).toEqual({ choice: "without", paths: ["/project/package.json"] });
    expect(picked("drop")).toEqual({ choice: "reject" });
    expect(JSON.stringify(questionContent(LANDING, "/project"))).toContain(
      "Nothing has landed yet",
    );
  });
});
