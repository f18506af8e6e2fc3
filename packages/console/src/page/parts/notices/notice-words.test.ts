import { expect, it } from "vitest";
import { noticeWords } from "./notice-words.ts";

const ASKED = { tool: "bash", what: "git push\nhttps://user:pass@host \u202ehs.x" };

it("says who asks and where, and what only where a person wants that", () => {
  expect(noticeWords(ASKED, { setting: "who", folder: "/home/mira/ledger" })).toEqual({
    title: "bash asks in ledger",
    body: "",
  });
  const { title, body } = noticeWords(ASKED, { setting: "what", folder: null });
  expect(title).toBe("bash asks");
  expect(body).toContain("git push");
  expect(body).not.toMatch(/[\n\u202e]/);
});

it("is short, whatever a stranger calls a tool", () => {
  const long = noticeWords(
    { tool: "x".repeat(5_000), what: "y".repeat(5_000) },
    { setting: "what", folder: "/p" },
  );
  expect(long.title.length).toBeLessThan(120);
  expect(long.body.length).toBeLessThan(320);
});
