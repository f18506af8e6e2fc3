import type { Resource } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type QuestionFacts, renderQuestion } from "./render-question.ts";
import { file, host, named, opaque, unit } from "./resource.fixture.ts";

function facts(resources: readonly Resource[], more: Partial<QuestionFacts> = {}): QuestionFacts {
  return {
    id: "q1",
    kind: "permission",
    sessionId: "s1",
    callId: "c1",
    tool: "bash",
    origin: "bundled",
    reasons: [],
    footprint: { resources },
    arguments: {},
    cover: null,
    ...more,
  };
}
const linesOf = (
  resources: readonly Resource[],
  more: Partial<QuestionFacts> = {},
): readonly string[] => renderQuestion(facts(resources, more)).lines;

describe("renderQuestion", () => {
  it("shows every command, file, host, variable and unknown part on a line of its own", () => {
    expect(
      linesOf([
        unit(0, ["npm", "test"], { assignments: [{ name: "CI", value: "1" }] }),
        file("fs.write", "/w/log", { via: "redirect", unitIndex: 0 }),
        file("fs.read", "/w/link", { real: "/etc/passwd" }),
        file("fs.write", "/w/build", {
          tree: true,
          via: "operand",
          origin: "derived",
          unitIndex: 0,
        }),
        host("xn--exmple-cua.test", 443, { method: "GET" }),
        { capability: "env", name: "HOME", origin: "direct", via: "argument" },
        named("mcp:github/create_issue"),
        opaque("eval $X"),
      ]),
    ).toEqual([
      "run npm test  (in /w, with CI=1)",
      "write /w/log (redirect of command 1)",
      "read /w/link → /etc/passwd",
      "write everything below /w/build (operand of command 1)",
      "connect to https://xn--exmple-cua.test:443 (GET)",
      "read variable HOME",
      "use mcp:github/create_issue",
      "not understood (shell.run; it is dynamic): eval $X",
    ]);
  });

  it("names the tool, and where it comes from unless it is our own", () => {
    const title = (more: Partial<QuestionFacts>): string => renderQuestion(facts([], more)).title;
    expect(title({})).toBe("bash asks");
    expect(title({ origin: "project" })).toBe("bash (project) asks");
    expect(title({ tool: "ba\u200bsh", origin: "mcp:x\n" })).toBe(
      "ba\\u{200b}sh (mcp:x\\u{a}) asks",
    );
    expect(title({ kind: "egress" })).toBe("bash asks while it runs");
  });

  it("shows arguments as text, after the resources", () => {
    expect(
      linesOf([unit(0, ["ls"])], {
        arguments: { command: "ls # </code></pre><b>Safe</b> ```", timeout_ms: 5, env: ["a"] },
      }),
    ).toEqual([
      "run ls  (in /w)",
      "command = ls # </code></pre><b>Safe</b> ```",
      "timeout_ms = 5",
      'env = ["a"]',
    ]);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, 1]));
    expect(linesOf([], { arguments: many }).at(-1)).toBe("… 10 more arguments");
  });

  it("makes hidden characters visible and keeps what they hide", () => {
    const shown = (text: string): string => linesOf([unit(0, ["x"], { text })])[0] as string;
    expect(shown("echo \u2066; rm -rf build\u2069")).toBe(
      "run echo \\u{2066}; rm -rf build\\u{2069}  (in /w)",
    );
    expect(shown("ls \u001b[8m; rm -rf build\u001b[0m")).toBe(
      "run ls \\u{1b}[8m; rm -rf build\\u{1b}[0m  (in /w)",
    );
  });

  it("folds long blanks and long text with their length, and keeps both ends", () => {
    const shown = (text: string): string => linesOf([unit(0, ["x"], { text })])[0] as string;
    expect(shown(`ls${" ".repeat(500)}; rm -rf build`)).toBe(
      "run ls ⟨500 blank characters⟩ ; rm -rf build  (in /w)",
    );
    expect(shown(`ls${"\n".repeat(80)}rm -rf build`)).toBe(
      "run ls ⟨80 blank characters⟩ rm -rf build  (in /w)",
    );
    const long = shown(`echo ${"x".repeat(12_345)}; rm -rf build`);
    expect(long).toMatch(
      /^run echo x+ … 11,4\d\d more characters … x+; rm -rf build {2}\(in \/w\)$/,
    );
    expect(long.length).toBeLessThan(1_000);
  });

  it("leaves out no resource, however many there are", () => {
    const files = Array.from({ length: 3_000 }, (_, index) => file("fs.write", `/w/${index}`));
    expect(linesOf(files)).toHaveLength(3_000);
  });

  it("masks before it folds, so that no piece of a secret is left", () => {
    const secret = "SECRET-CANARY-9b1f6c";
    const mask = (text: string): string => text.replaceAll(secret, "[redacted:api]");
    for (let before = 680; before < 720; before++) {
      const text = `${"x".repeat(before)}${secret}${"y".repeat(2_000)}`;
      const question = renderQuestion(
        facts([unit(0, ["x"], { text })], {
          arguments: { command: text },
          reasons: [{ judge: "rules", action: "ask", hard: true, reason: text }],
        }),
        { mask },
      );
      expect(JSON.stringify([question.lines, question.reasons])).not.toContain("SECRET");
    }
  });

  it("gives the opinions that ask as reasons, fit to be shown", () => {
    const ask = { judge: "rules", action: "ask", hard: true, reason: "No rule\u202e." } as const;
    const allow = { judge: "rules", action: "allow", hard: false, reason: "fine" } as const;
    expect(renderQuestion(facts([], { reasons: [ask, allow] })).reasons).toEqual([
      { ...ask, reason: "No rule\\u{202e}." },
    ]);
  });

  it("shows nothing but visible characters, whatever a command holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const [line] = linesOf([unit(0, ["x"], { text })]);
        expect(line).toMatch(/^[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u);
        expect(line).toMatch(/^(?: |[^\p{Zs}])*$/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it("says in one text what an answer by its key covers, escaped and masked", () => {
    const { byKey } = renderQuestion(facts([], { byKey: "key-s3cret\u202e" }), {
      mask: (text) => text.replace("s3cret", "***"),
    });
    expect(byKey?.key).toBe("key-***\\u{202e}");
    expect(byKey?.note).toContain("Approval key: key-***\\u{202e}.");
    expect(byKey?.note).toContain("every later call of bash with this key in this session");
    expect(renderQuestion(facts([]))).not.toHaveProperty("byKey");
  });
});
