import type { Question } from "@toolplane/contract";
import { landingQuestion, publishQuestion } from "@toolplane/library/fixtures";
import { expect, it } from "vitest";
import { questionText } from "./question-text.ts";
import { plainWords, readOwnAnswer, readPlainAnswer } from "./read-plain-answer.ts";

const permission = publishQuestion();
const landing: Question = landingQuestion();
const wanted: Question = { ...permission, lookUp: "asks npm.test for left-pad" };
const keyed: Question = { ...permission, byKey: { key: "npm", note: "Covers the key npm." } };

it.each([
  ["once", permission, { choice: "once" }],
  [" Yes ", permission, { choice: "once" }],
  ["always", permission, { choice: "session" }],
  ["always", { ...permission, cover: null }, null],
  ["no", permission, { choice: "reject" }],
  ["reject not to latest", permission, { choice: "reject", note: "not to latest" }],
  ["", permission, null],
  ["once more", permission, null],
  ["session", keyed, { choice: "session" }],
  ["yes", keyed, { choice: "session" }],
  ["once", keyed, null],
  ["reject", keyed, { choice: "reject" }],
  ["session", permission, null],
  ["look-up", wanted, { choice: "look-up" }],
  ["look-up", permission, null],
  ["land", landing, { choice: "once" }],
  ["drop", landing, { choice: "reject" }],
  ["reject", landing, { choice: "reject" }],
  ["perhaps", landing, null],
] as const)("%j is read as it is meant", (line, question, expected) => {
  expect(readPlainAnswer(line, question)).toEqual(expected);
});

it("offers no once where an answer is kept by its key, and says what that covers", () => {
  expect(plainWords(keyed)).toEqual(["session", "reject"]);
  expect(questionText(keyed)).toContain("Covers the key npm.");
});

it("shows every changed line, also one that looks like a header", () => {
  const diff =
    "--- a.sql\n+++ a.sql\n@@ -1,2 +1,2 @@\n--- keep the table\n+++ drop the table\n x\n";
  const change = { path: "/w/a.sql", kind: "changed" as const, added: 1, removed: 1, diff };
  const text = questionText({ ...permission, changes: [change] });
  expect(text).toEqual(
    expect.arrayContaining(["  --- keep the table", "  +++ drop the table", "   x"]),
  );
  expect(text.join("\n")).not.toContain("a.sql\n+++");
});

it("reads out once what stands in the diff, and all of it where there is no diff", () => {
  const lines = ["write .envrc", "path = .envrc", "content = export A=1\\u{a}"];
  const diff = "--- .envrc\n+++ .envrc\n@@ -0,0 +1 @@\n+export A=1\n";
  const change = { path: ".envrc", kind: "created" as const, added: 1, removed: 0, diff };
  expect(questionText({ ...permission, lines, changes: [change] }).join("\n")).not.toContain(
    "content = ",
  );
  const unseen = { ...change, diff: "" };
  expect(questionText({ ...permission, lines, changes: [unseen] }).join("\n")).toContain(
    "content = export A=1",
  );
});

it("offers only what can be answered", () => {
  expect(plainWords(permission)).toEqual(["once", "always", "reject"]);
  expect(plainWords({ ...permission, cover: null })).toEqual(["once", "reject"]);
  expect(plainWords(wanted)).toEqual(["once", "always", "look-up", "reject"]);
  expect(questionText(wanted).join("\n")).toContain("it asks npm.test for left-pad");
  expect(plainWords(landing)).toEqual(["land", "without", "drop"]);
});

it("takes numbers for options, and anything else as own words", () => {
  const one = { question: "Which?", options: [{ label: "red" }, { label: "blue" }] };
  expect(readOwnAnswer("2", one)).toEqual(["blue"]);
  expect(readOwnAnswer("1 2", one)).toEqual(["1 2"]);
  expect(readOwnAnswer("1, 2", { ...one, multi_select: true })).toEqual(["red", "blue"]);
  expect(readOwnAnswer("green", one)).toEqual(["green"]);
  expect(readOwnAnswer("  ", one)).toBeNull();
});

it("prints the question line by line, the diff too, and nothing that speaks to a terminal", () => {
  const diff = "--- a\n+++ a\n@@ -1 +1 @@\n-one\n+\u001b[2Jtwo\n";
  const change = { path: "a.txt", kind: "changed", added: 1, removed: 1, diff } as const;
  const text = questionText({ ...permission, changes: [change] }).join("\n");
  expect(text).toContain("Change: a.txt");
  expect(text).toContain("  -one");
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("+++");
});
