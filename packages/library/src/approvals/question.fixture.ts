/** Questions for tests of the card. */
import type { Change, Question, Resource } from "@toolplane/contract";

const WORKSPACE = "/home/mira/ledger-api";

function unit(text: string, unitIndex: number): Resource {
  return {
    capability: "shell.run",
    unit: { argv: text.split(" "), cwd: WORKSPACE, text },
    origin: "direct",
    via: "unit",
    argument: "command",
    unitIndex,
  };
}

function net(host: string, unitIndex: number): Resource {
  return {
    capability: "net.fetch",
    scheme: "https",
    host,
    port: 443,
    origin: "derived",
    via: "destination",
    unitIndex,
  };
}

function changed(path: string, kind: Change["kind"], bytes = 1_200): Change {
  return { path: `${WORKSPACE}/${path}`, kind, type: "file", mode: 0o644, bytes };
}

function written(path: string): Resource {
  const whole = `${WORKSPACE}/${path}`;
  return { capability: "fs.write", path: whole, real: whole, origin: "derived", via: "operand" };
}

/** A command that has ended: 214 changes, two of them ask. */
export function landingQuestion(more: Partial<Question> = {}): Question {
  const changes: readonly Change[] = [
    changed(".github/workflows/ci.yml", "changed"),
    changed(".vscode/tasks.json", "added"),
    ...Array.from({ length: 198 }, (_, index) => changed(`dist/chunk-${index}.js`, "added")),
    ...["LICENSE", "package.json", "CHANGELOG.md"].map((path) => changed(path, "changed")),
    ...Array.from({ length: 9 }, (_, index) => changed(`src/part-${index}.ts`, "changed")),
    ...["src/old-a.ts", "src/old-b.ts"].map((path) => changed(path, "removed")),
  ];
  const rule = { permission: "fs.write", pattern: ".github/**", action: "ask" } as const;
  return publishQuestion({
    kind: "landing",
    title: "bash has ended and asks to land its changes",
    lines: ["write .vscode/tasks.json", "write .github/workflows/ci.yml"],
    arguments: { command: "npm run release" },
    footprint: { resources: [written(".vscode/tasks.json"), written(".github/workflows/ci.yml")] },
    reasons: [
      {
        judge: "floor",
        action: "ask",
        hard: true,
        reason: ".vscode/tasks.json is protected: its tasks run when the folder is opened.",
        resource: 0,
      },
      {
        judge: "rules",
        action: "ask",
        hard: true,
        reason: "A rule asks about .github/workflows/ci.yml.",
        resource: 1,
        rule: { rule, source: { ...RULES, line: 9 } },
      },
    ],
    allowed: [],
    cover: null,
    changeSet: { changes },
    ...more,
  });
}

const RULES = { scope: "project", file: `${WORKSPACE}/.toolplane/policy.jsonc` } as const;

/** A command of three parts, two of them allowed. */
export function publishQuestion(more: Partial<Question> = {}): Question {
  const command =
    "git fetch origin && git rebase origin/main && npm publish --tag next > publish.log";
  const publish = unit("npm publish --tag next", 2);
  const registry = net("npm.ledger-ci.test", 2);
  const resources: readonly Resource[] = [
    unit("git fetch origin", 0),
    net("git.ledger.test", 0),
    unit("git rebase origin/main", 1),
    publish,
    registry,
    {
      capability: "fs.write",
      path: `${WORKSPACE}/publish.log`,
      real: `${WORKSPACE}/publish.log`,
      origin: "direct",
      via: "redirect",
      unitIndex: 2,
    },
  ];
  const rule = { permission: "bash", pattern: "npm publish *", action: "ask" } as const;
  return {
    id: "qst_1",
    kind: "permission",
    sessionId: "ses_7kq2m9",
    callId: "call_15c9",
    tool: "bash",
    origin: "bundled",
    title: "bash asks",
    lines: [...resources.map(() => "a resource"), `command = ${command}`],
    reasons: [
      {
        judge: "rules",
        action: "ask",
        hard: true,
        reason: "A rule asks about npm publish --tag next: ask bash npm publish *.",
        resource: 3,
        rule: { rule, source: { ...RULES, line: 13 } },
      },
      {
        judge: "rules",
        action: "ask",
        hard: false,
        reason: "No rule is about npm.ledger-ci.test:443.",
        resource: 4,
      },
    ],
    allowed: [0, 1, 2, 5].map((resource) => ({
      resource,
      rule: {
        rule: { permission: "bash", pattern: "git *", action: "allow" },
        source: { ...RULES, line: 20 + resource },
      },
    })),
    footprint: { resources },
    arguments: { command },
    cover: [{ key: "$ npm publish --tag next", cover: [publish, registry] }],
    ...more,
  };
}
