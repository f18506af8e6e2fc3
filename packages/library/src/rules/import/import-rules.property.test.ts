/**
 * Imported rules are never looser than their source: what ours lets run, the source's own rules let run. Each program's way to
 * choose is written down here once more, as plainly as possible, and compared over generated rules and calls.
 */
import type { Footprint, Resource, RuleAction } from "@toolplane/contract";
import { defineTool } from "@toolplane/contract";
import { noSandbox } from "@toolplane/contract/ports";
import { compilePolicy, createKernel } from "@toolplane/kernel";
import type { RecordedCall } from "@toolplane/kernel/record";
import { createMemoryHost } from "@toolplane/testkit";
import { EVERY_TOOL } from "@toolplane/tools";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { type ImportSource, importRules } from "./import-rules.ts";

const WORKSPACE = "/workspace";
const HOME = "/home/mira";
const RUNS = 400;

const IDS = ["bash", "read", "write", "edit", "grep", "glob", "web_fetch", "mcp__github__get"];
const host = createMemoryHost({ sandbox: noSandbox("none here") });
const kernel = createKernel({
  contained: false,
  host,
  defaultPolicy: false,
  tools: [
    ...EVERY_TOOL.filter(({ id }) => IDS.includes(id)),
    defineTool({
      id: "mcp__github__get",
      description: "Gets an issue.",
      parameters: { type: "object", properties: {} },
      requires: {},
      execute: async () => null,
    }),
  ],
});
const judge = kernel.recordJudge();
afterAll(() => kernel.close());

type Subject =
  | { readonly kind: "command"; readonly words: readonly string[] }
  | { readonly kind: "read" | "write"; readonly path: string }
  | { readonly kind: "host"; readonly host: string };

function footprintOf(subject: Subject): Footprint {
  const direct = { origin: "direct", via: "argument" } as const;
  const resource = ((): Resource => {
    if (subject.kind === "command")
      return {
        capability: "shell.run",
        unit: { argv: subject.words, cwd: WORKSPACE, text: subject.words.join(" ") },
        origin: "direct",
        via: "unit",
        unitIndex: 0,
      };
    if (subject.kind === "host")
      return { capability: "net.fetch", scheme: "https", host: subject.host, port: 443, ...direct };
    const { path } = subject;
    return {
      capability: subject.kind === "read" ? "fs.read" : "fs.write",
      path,
      real: path,
      ...direct,
    };
  })();
  return { resources: [resource] };
}

const TOOL = { command: "bash", read: "read", write: "write", host: "web_fetch" } as const;

/** Judges by our rules: an ask that no person decided is an ask. */
async function ours(
  source: ImportSource,
  files: Readonly<Record<string, string>>,
  subjects: readonly Subject[],
): Promise<{ readonly answers: readonly RuleAction[]; readonly isSame: boolean }> {
  const lines = await importRules(
    source,
    Object.entries(files).map(([file, text]) => ({ file, text, isPersonal: file.startsWith("~") })),
    { home: HOME, workspace: WORKSPACE },
  );
  const policy = compilePolicy({
    layers: [{ scope: "project", rules: lines.flatMap(({ rules }) => rules) }],
    variables: { workspace: [WORKSPACE], scratch: ["/scratch"], "ad-hoc": [], "user-data": [] },
  });
  const answers = subjects.map((subject) => {
    const call = { tool: TOOL[subject.kind], footprint: footprintOf(subject) };
    return judge(call as RecordedCall & { footprint: Footprint }, policy).action;
  });
  return { answers, isSame: lines.every(({ outcome }) => outcome === "same") };
}

const SEVERITY = { allow: 0, ask: 1, deny: 2 } as const;

function severest(actions: readonly RuleAction[]): RuleAction {
  return actions.reduce((most, next) => (SEVERITY[next] > SEVERITY[most] ? next : most));
}

/** `*` any run, `?` any one; a blank before a last `*` is optional. */
function textMatches(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/ \*$/, "( .*)?")
    .replace(/(?<!\.)\*/g, ".*")
    .replace(/(?<!\))\?(?!$)/g, ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

// Few words, so that rules meet one another.
const word = fc.constantFrom("git", "push", "main", "rm", "ls", "lsof");
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const command = fc.record({ kind: fc.constant("command" as const), words });
const token = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: fc.constant("*") },
  { weight: 1, arbitrary: word.map((text) => `${text}*`) },
  { weight: 1, arbitrary: word.map((text) => `*${text}`) },
  { weight: 1, arbitrary: fc.constantFrom("| sh", "&& rm", "$HOME", '"a b"', "r*m") },
);
const commandPattern = fc
  .array(token, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(" "));
const action = fc.constantFrom<RuleAction>("allow", "ask", "deny");

// A folder counts as part of what lies below it here, so files have names of their own.
const folder = fc.constantFrom("src", "docs", "a", "secret", ".claude");
const leaf = fc.constantFrom(".env", "x.ts", "ab", "b", "azb");
const segment = fc.oneof(folder, leaf);
const below = (root: string, most: number) =>
  fc
    .tuple(fc.array(folder, { maxLength: most }), leaf)
    .map(([folders, name]) => [root, ...folders, name].join("/"));
const inside = below(WORKSPACE, 3);
const outside = below(HOME, 2);
const file = fc.record({
  kind: fc.constantFrom("read" as const, "write" as const),
  path: fc.oneof({ weight: 4, arbitrary: inside }, { weight: 1, arbitrary: outside }),
});

async function neverLooser(
  given: {
    readonly source: ImportSource;
    readonly files: Readonly<Record<string, string>>;
    readonly subjects: readonly Subject[];
  },
  theirs: (subject: Subject) => RuleAction,
): Promise<void> {
  const { answers, isSame } = await ours(given.source, given.files, given.subjects);
  given.subjects.forEach((subject, at) => {
    const own = answers[at] ?? "deny";
    const wanted = theirs(subject);
    // Where every line was taken as it is, a denial stays a denial; elsewhere it may have become a question.
    const isLooser = isSame
      ? SEVERITY[own] < SEVERITY[wanted]
      : own === "allow" && wanted !== "allow";
    expect({ subject, own, wanted, files: given.files, isLooser }).toMatchObject({
      isLooser: false,
    });
  });
}

describe("never looser than the source", () => {
  test("Claude Code: deny before ask before allow, commands", async () => {
    const rules = fc.array(fc.tuple(action, commandPattern, fc.boolean()), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(command, { minLength: 1, maxLength: 8 }),
        async (lines, subjects) => {
          const texts = lines.map(([verdict, pattern, isOld]) => ({
            verdict,
            text: isOld && !pattern.includes("*") ? `${pattern}:*` : pattern,
          }));
          const of = (verdict: RuleAction) =>
            texts.filter((line) => line.verdict === verdict).map(({ text }) => `Bash(${text})`);
          const settings = {
            permissions: { allow: of("allow"), ask: of("ask"), deny: of("deny") },
          };
          await neverLooser(
            {
              source: "claude-code",
              files: { "settings.json": JSON.stringify(settings) },
              subjects,
            },
            (subject) => {
              const line = subject.kind === "command" ? subject.words.join(" ") : "";
              const matching = texts.filter(({ text }) =>
                textMatches(text.replace(/:\*$/, " *"), line),
              );
              return matching.length === 0
                ? "ask"
                : severest(matching.map(({ verdict }) => verdict));
            },
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("Claude Code: files by lines of gitignore", async () => {
    const pattern = fc.oneof(
      fc.constantFrom(
        "*",
        "**",
        ".env",
        "*.ts",
        "**/.env",
        "./src/**",
        "src/*",
        "/docs/**",
        "~/**",
        "~/secret/**",
        "//home/**",
        "docs/",
        "src/**/*.ts",
        "a",
        "ab*",
        "./src/.env",
      ),
      fc.array(segment, { minLength: 1, maxLength: 2 }).map((parts) => `./${parts.join("/")}`),
    );
    const rules = fc.array(fc.tuple(action, fc.constantFrom("Read", "Edit"), pattern), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(file, { minLength: 1, maxLength: 8 }),
        async (lines, subjects) => {
          const of = (verdict: RuleAction) =>
            lines.filter(([own]) => own === verdict).map(([, tool, text]) => `${tool}(${text})`);
          const settings = {
            permissions: { allow: of("allow"), ask: of("ask"), deny: of("deny") },
          };
          await neverLooser(
            {
              source: "claude-code",
              files: { "settings.json": JSON.stringify(settings) },
              subjects,
            },
            (subject) => {
              const matching = lines.filter(
                ([, tool, text]) =>
                  subject.kind === (tool === "Read" ? "read" : "write") &&
                  ignoreMatches(text, subject.path),
              );
              return matching.length === 0 ? "ask" : severest(matching.map(([verdict]) => verdict));
            },
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("opencode: the last line that matches decides, commands and files", async () => {
    const bash = fc.tuple(fc.constant("bash"), commandPattern, action);
    const path = fc.constantFrom(
      "*",
      "src/*",
      "*.env",
      "docs/*.ts",
      "src/a*b",
      "*/secret/*",
      "~/*",
      "~/docs/*",
      "a*",
      "src/?.ts",
      "**/x.ts",
      "/home/*",
    );
    const files = fc.tuple(fc.constantFrom("read", "edit", "external_directory"), path, action);
    const all = fc.tuple(fc.constant("*"), fc.constant("*"), action);
    const rules = fc.uniqueArray(
      fc.oneof({ weight: 4, arbitrary: bash }, { weight: 4, arbitrary: files }, all),
      {
        maxLength: 8,
        selector: ([permission, pattern]) => `${permission} ${pattern}`,
      },
    );
    const subject = fc.oneof(command, file);
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(subject, { minLength: 1, maxLength: 8 }),
        async (lines, subjects) => {
          const grouped: Record<string, Record<string, string>> = {};
          for (const [permission, pattern, verdict] of lines)
            grouped[permission] = { ...grouped[permission], [pattern]: verdict };
          const flat = Object.entries(grouped).flatMap(([permission, patterns]) =>
            Object.entries(patterns).map(([pattern, verdict]) => ({
              permission,
              pattern,
              verdict: verdict as RuleAction,
            })),
          );
          const last = (permission: string, texts: readonly string[]): RuleAction =>
            flat.findLast(
              (line) =>
                textMatches(line.permission, permission) &&
                texts.some((text) => textMatches(line.pattern.replace(/^~/, HOME), text)),
            )?.verdict ?? "ask";
          await neverLooser(
            {
              source: "opencode",
              files: { "opencode.json": JSON.stringify({ permission: grouped }) },
              subjects,
            },
            (given) => {
              if (given.kind === "command") return last("bash", [given.words.join(" ")]);
              if (given.kind === "host") return "ask";
              const own = given.kind === "read" ? "read" : "edit";
              if (given.path.startsWith(`${WORKSPACE}/`))
                return last(own, [given.path.slice(WORKSPACE.length + 1), given.path]);
              // Paths outside are refused by reach, whatever the rules say: a denial needs no rule here.
              const folder = last("external_directory", [given.path]) === "allow" ? "allow" : "ask";
              // A call that no line speaks of is allowed there, but for the folder itself.
              const rest = flat.some((line) => textMatches(line.permission, own))
                ? last(own, [given.path])
                : "allow";
              return severest([
                folder,
                rest === "ask" &&
                !flat.some(
                  (line) =>
                    textMatches(line.permission, own) &&
                    textMatches(line.pattern.replace(/^~/, HOME), given.path),
                )
                  ? "allow"
                  : rest,
              ]);
            },
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("Codex: the severest prefix that matches decides", async () => {
    const piece = fc.oneof(
      word.map((text) => [text]),
      fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    );
    const decision = fc.constantFrom("allow", "prompt", "forbidden");
    const rules = fc.array(fc.tuple(decision, fc.array(piece, { minLength: 1, maxLength: 3 })), {
      maxLength: 6,
    });
    const meaning: Readonly<Record<string, RuleAction>> = {
      allow: "allow",
      prompt: "ask",
      forbidden: "deny",
    };
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(command, { minLength: 1, maxLength: 8 }),
        async (lines, subjects) => {
          const text = lines
            .map(
              ([own, pattern]) =>
                `prefix_rule(pattern = ${JSON.stringify(pattern)}, decision = "${own}")`,
            )
            .join("\n");
          await neverLooser(
            { source: "codex", files: { "default.rules": text }, subjects },
            (subject) => {
              if (subject.kind !== "command") return "ask";
              const matching = lines.filter(([, pattern]) =>
                pattern.every((choices, at) =>
                  choices.some((choice) => choice === subject.words[at]),
                ),
              );
              return matching.length === 0
                ? "ask"
                : severest(matching.map(([own]) => meaning[own] ?? "deny"));
            },
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("Gemini CLI: the highest priority decides, a person's files before the project's", async () => {
    const condition = fc.oneof(
      fc
        .array(word, { minLength: 1, maxLength: 3 })
        .map((parts) => ({ commandPrefix: parts.join(" ") })),
      fc.constantFrom(
        { commandRegex: "git (push|main)" },
        { commandRegex: "rm.*main" },
        { commandRegex: "g[ir]t" },
        { commandRegex: "ls" },
        {},
      ),
    );
    const rule = fc.record({
      decision: fc.constantFrom("allow", "ask_user", "deny"),
      priority: fc.integer({ min: 0, max: 9 }),
      condition,
      isPersonal: fc.boolean(),
    });
    const meaning: Readonly<Record<string, RuleAction>> = {
      allow: "allow",
      ask_user: "ask",
      deny: "deny",
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { maxLength: 6 }),
        fc.array(command, { minLength: 1, maxLength: 8 }),
        async (rules, subjects) => {
          const write = (own: boolean) =>
            rules
              .filter(({ isPersonal }) => isPersonal === own)
              .map(({ decision, priority, condition: given }) =>
                [
                  "[[rule]]",
                  'toolName = "run_shell_command"',
                  `decision = "${decision}"`,
                  `priority = ${priority}`,
                  ...Object.entries(given).map(
                    ([name, value]) => `${name} = ${JSON.stringify(value)}`,
                  ),
                ].join("\n"),
              )
              .join("\n");
          await neverLooser(
            {
              source: "gemini",
              files: { "rules.toml": write(false), "~rules.toml": write(true) },
              subjects,
            },
            (subject) => {
              if (subject.kind !== "command") return "ask";
              const line = subject.words.join(" ");
              const matching = rules.filter(({ condition: given }) => {
                if ("commandPrefix" in given)
                  return line === given.commandPrefix || line.startsWith(`${given.commandPrefix} `);
                return (
                  !("commandRegex" in given) || new RegExp(`^${given.commandRegex}`).test(line)
                );
              });
              const rank = (one: (typeof rules)[number]): number =>
                (one.isPersonal ? 1000 : 0) + one.priority;
              const top = Math.max(...matching.map(rank));
              // Of equals the first one decides there; whichever it is, ours may not be looser than the mildest.
              const first = matching
                .filter((one) => rank(one) === top)
                .map(({ decision }) => meaning[decision] ?? "deny");
              return first.length === 0
                ? "ask"
                : first.reduce((most, next) => (SEVERITY[next] < SEVERITY[most] ? next : most));
            },
          );
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** The part of gitignore that is generated above. */
function ignoreMatches(given: string, path: string): boolean {
  const [root, rest] = given.startsWith("//")
    ? ["", given.slice(2)]
    : given.startsWith("~/")
      ? [HOME, given.slice(2)]
      : [WORKSPACE, given.replace(/^\.?\//, "")];
  if (!path.startsWith(`${root}/`)) return false;
  const parts = path.slice(root.length + 1).split("/");
  const isDeep = !rest.replace(/\/$/, "").includes("/") && root === WORKSPACE;
  const body = (rest.endsWith("/") ? `${rest}**` : rest).split("/");
  const pattern = isDeep ? ["**", ...body] : body;
  // A pattern that matches a folder matches what lies in it.
  return parts.some((_, at) => matchParts(pattern, parts.slice(0, at + 1)));
}

function matchParts(pattern: readonly string[], parts: readonly string[]): boolean {
  const [first, ...more] = pattern;
  if (first === undefined) return parts.length === 0;
  if (first === "**") {
    if (more.length === 0) return parts.length > 0;
    return parts.some((_, at) => matchParts(more, parts.slice(at))) || false;
  }
  const [part, ...rest] = parts;
  if (part === undefined) return false;
  const source = first.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, "[^/]*");
  return new RegExp(`^${source}$`).test(part) && matchParts(more, rest);
}
