import type {
  AnswerFacts,
  Opinion,
  PolicyLayer,
  Resource,
  Rule,
  Verdict,
} from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy, type Policy } from "../../policy/compile-policy.ts";
import { evaluateRules } from "../../policy/evaluate-rules.ts";
import { readCalls } from "../read/read-calls.ts";
import { recordedRows } from "../read/recorded-rows.fixture.ts";
import type { RecordedCall } from "../rows/recorded-call.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { type RuleSuggestion, suggestRules } from "./suggest-rules.ts";

const variables = {
  workspace: ["/workspace"],
  "ad-hoc": [],
  "user-data": ["/data"],
  scratch: ["/tmp"],
};
const base = { origin: "direct", via: "argument" } as const;
const file = (path: string): Resource => ({ capability: "fs.write", path, real: path, ...base });
const host = (name: string, port = 443): Resource => ({
  capability: "net.fetch",
  scheme: "https",
  host: name,
  port,
  ...base,
});
const command = (...argv: readonly string[]): Resource => ({
  capability: "shell.run",
  unit: { argv, cwd: "/workspace", text: argv.join(" ") },
  origin: "direct",
  via: "unit",
});

/** Judges resources as the kernel does, by rules only, without modes. */
function judge(
  { tool, footprint }: Pick<RecordedCall, "tool" | "footprint">,
  policy: Policy,
): Verdict {
  const opinions = (footprint?.resources ?? []).map((resource, index): Opinion => {
    const { action, winner } = evaluateRules(policy, resource, { id: tool });
    const said = action ?? "ask";
    const rule = winner ? { rule: winner.reference } : {};
    return {
      judge: "rules",
      action: said,
      hard: action === "ask",
      reason: "",
      resource: index,
      ...rule,
    } as Opinion;
  });
  const rank = ["allow", "ask", "deny"];
  const [winner] = [...opinions].sort((a, b) => rank.indexOf(b.action) - rank.indexOf(a.action));
  return {
    action: winner?.action ?? "allow",
    hard: winner?.hard ?? false,
    opinions,
    winner: winner ? opinions.indexOf(winner) : 0,
  };
}

type Said = "once" | "session" | "reject" | "kept" | "nobody";

const receipt = { kind: "once", id: "r" } as AnswerFacts["receipt"];
const ANSWERS: Readonly<Record<Said, readonly AnswerFacts[]>> = {
  once: [{ questionId: "q", choice: "once", ...(receipt ? { receipt } : {}) }],
  session: [{ questionId: "q", choice: "session", ...(receipt ? { receipt } : {}) }],
  reject: [{ questionId: "q", choice: "reject" }],
  kept: [{ questionId: "apr_1", choice: "session" }],
  nobody: [],
};

interface Past {
  readonly said: Said;
  readonly resources: readonly Resource[];
  readonly tool?: string;
}

function suggest(past: readonly Past[], rules: readonly Rule[] = []): readonly RuleSuggestion[] {
  const layers: readonly PolicyLayer[] = [{ scope: "project", rules }];
  const policy = compilePolicy({ layers, variables });
  const { calls } = readCalls(
    recordedRows(
      past.map(({ said, resources, tool = "bash" }, ordinal) => {
        const footprint = { resources };
        const verdict = judge({ tool, footprint }, policy);
        return settledCall({
          callId: `c${ordinal}`,
          ordinal,
          tool,
          footprint,
          verdict,
          answers: ANSWERS[said],
        });
      }),
    ),
  );
  return suggestRules({ calls, layers, variables, judge });
}

const patterns = (suggestions: readonly RuleSuggestion[]) =>
  suggestions.map(({ rule, breadth, spared, blast }) => [
    `${rule.permission} ${rule.pattern}`,
    breadth,
    spared,
    blast.letThrough,
    blast.neverAsked,
  ]);

describe("suggestRules", () => {
  it("suggests the file, and the directory once two files of it were approved", () => {
    const past: readonly Past[] = [
      { said: "once", resources: [file("/workspace/src/a.ts")] },
      { said: "session", resources: [file("/workspace/src/b.ts")] },
      { said: "once", resources: [file("/workspace/src/a.ts")] },
      { said: "nobody", resources: [file("/workspace/src/deep/c.ts")] },
      { said: "once", resources: [file("/workspace/top.txt")] },
    ];
    expect(patterns(suggest(past))).toEqual([
      ["fs.write {workspace}/src/**", "directory", 3, 4, 1],
      ["fs.write {workspace}/src/a.ts", "exact", 2, 2, 0],
      ["fs.write {workspace}/src/b.ts", "exact", 1, 1, 0],
      ["fs.write {workspace}/top.txt", "exact", 1, 1, 0],
    ]);
    expect(suggest(past)[0]?.examples).toEqual(["c0", "c1", "c2", "c3"]);
  });

  it("never suggests what would have let through something a person rejected", () => {
    const past: readonly Past[] = [
      { said: "once", resources: [file("/workspace/src/a.ts")] },
      { said: "once", resources: [file("/workspace/src/b.ts")] },
      { said: "reject", resources: [file("/workspace/src/keys.ts")] },
      { said: "once", resources: [file("/workspace/src/keys.ts")] },
    ];
    expect(patterns(suggest(past)).map(([rule]) => rule)).toEqual([
      "fs.write {workspace}/src/a.ts",
      "fs.write {workspace}/src/b.ts",
    ]);
  });

  it("never suggests what would lift a deny", () => {
    const rules: readonly Rule[] = [
      { permission: "fs.write", pattern: "{workspace}/**", action: "deny" },
      { permission: "fs.write", pattern: "{workspace}/src/*.ts", action: "ask" },
    ];
    const past: readonly Past[] = [
      { said: "once", resources: [file("/workspace/src/a.ts")] },
      { said: "once", resources: [file("/workspace/src/b.ts")] },
      { said: "nobody", resources: [file("/workspace/src/deep/c.ts")] },
    ];
    expect(patterns(suggest(past, rules)).map(([, breadth]) => breadth)).toEqual([
      "exact",
      "exact",
    ]);
  });

  it("suggests a command with its arguments, and with its first argument once two were approved", () => {
    const past: readonly Past[] = [
      { said: "session", resources: [command("npm", "run", "build")] },
      { said: "once", resources: [command("npm", "run", "test:unit")] },
      { said: "once", resources: [command("rm", "-rf", "dist")] },
      { said: "once", resources: [command("rm", "-rf", "out")] },
      { said: "once", resources: [command("ls")] },
      { said: "once", resources: [command("echo", "a b", "it's")] },
    ];
    expect(patterns(suggest(past)).map(([rule, , spared]) => [rule, spared])).toEqual([
      ["shell.run npm run *", 2],
      ["shell.run npm run build", 1],
      ["shell.run npm run test:unit", 1],
      ["shell.run rm -rf dist", 1],
      ["shell.run rm -rf out", 1],
      ["shell.run ls", 1],
      ['shell.run echo "a b" "it\'s"', 1],
    ]);
  });

  it("suggests hosts, variables and tools by their own names", () => {
    const past: readonly Past[] = [
      { said: "once", resources: [host("api.example.com")] },
      { said: "once", resources: [host("api.example.com", 8443)] },
      { said: "once", resources: [host("::1", 8080)] },
      { said: "once", resources: [{ capability: "env", name: "CI", ...base }] },
      {
        said: "once",
        tool: "echo",
        resources: [{ capability: "named", name: "tool:echo", ...base }],
      },
    ];
    expect(patterns(suggest(past)).map(([rule]) => rule)).toEqual([
      "net.fetch api.example.com",
      "net.fetch api.example.com:8443",
      "net.fetch [::1]:8080",
      "env CI",
      "echo tool:echo",
    ]);
  });

  it("suggests the request where a rule about methods or paths asked, and never its host", () => {
    const request = (method: string, urlPath: string): Resource => ({
      ...(host("api.example.com") as Extract<Resource, { capability: "net.fetch" }>),
      method,
      urlPath,
    });
    const rules: readonly Rule[] = [
      { permission: "net.fetch", pattern: "api.example.com", action: "allow" },
      { permission: "net.fetch", pattern: "POST api.example.com/v1/**", action: "ask" },
    ];
    const past: readonly Past[] = [
      { said: "once", resources: [request("POST", "/v1/notes")] },
      { said: "nobody", resources: [request("POST", "/v1/keys")] },
      { said: "nobody", resources: [request("GET", "/v1/notes")] },
    ];
    expect(patterns(suggest(past, rules))).toEqual([
      ["net.fetch POST api.example.com/v1/notes", "exact", 1, 1, 0],
    ]);
  });

  it("suggests nothing where a rule alone would not have spared the question", () => {
    const past: readonly Past[] = [
      { said: "once", resources: [file("/workspace/src/a.ts"), host("api.example.com")] },
      { said: "kept", resources: [file("/workspace/kept.txt")] },
      { said: "once", resources: [command("ls", "*.ts")] },
      { said: "once", resources: [command("say", "\"both\" 'quotes'")] },
      {
        said: "once",
        resources: [{ capability: "opaque", of: "shell.run", text: "x", reason: "y", ...base }],
      },
      { said: "nobody", resources: [file("/workspace/src/b.ts")] },
    ];
    expect(suggest(past)).toEqual([]);
  });

  it("passes over calls that the judge cannot judge", () => {
    const layers: readonly PolicyLayer[] = [];
    const { calls } = readCalls(recordedRows([settledCall({ answers: ANSWERS.once })]));
    const broken = (): Verdict => {
      throw new TypeError("no");
    };
    expect(suggestRules({ calls, layers, variables, judge: broken })).toEqual([]);
  });
});
