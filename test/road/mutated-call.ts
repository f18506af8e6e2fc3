/**
 * "Never allow on exception": calls are mutated, and one part of the world breaks at a random moment. A call may execute only
 * when the same call in a whole world is allowed, or is asked about and a person says yes. Everything is drawn from one seed.
 */
import { type Answer, defineTool, type Rule, type SecurityMode } from "@toolplane/contract";
import { type Analyzer, type Host, noSandbox } from "@toolplane/contract/ports";
import { createKernel, type KernelOptions } from "@toolplane/kernel";
import { createFakeClock, createMemoryHost, unit } from "@toolplane/testkit";

export interface MutationOutcome {
  readonly verdict: "allow" | "ask" | "deny";
  readonly executed: boolean;
  readonly permitted: boolean;
  readonly settled: boolean;
  readonly describe: string;
}

/** A small seeded generator (mulberry32): the same seed gives the same world. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

const PATHS = [
  "README.md",
  "src/a.ts",
  ".env",
  "src/.env",
  "../etc/passwd",
  "/etc/passwd",
  "",
  "a\0b",
  "link",
  ".git/config",
];
const PATTERNS = [
  "**",
  "{workspace}/**",
  "**/.env",
  "**/README.md",
  "{workspace}/src/**",
  "{workspace}/.git/config",
];
const COMMANDS = ["git status", "rm -rf src", "$(x)", "", "cat .env"];

function rulesOf(random: Random): Rule[] {
  return Array.from({ length: Math.floor(random() * 4) }, () => ({
    permission: pick(random, ["*", "fs.read", "fs.write", "probe", "bash", "shell.run"]),
    pattern: pick(random, PATTERNS),
    action: pick(random, ["allow", "allow", "ask", "deny"] as const),
  }));
}

/** Arguments that are mostly right and sometimes hostile. */
function argumentsOf(random: Random): unknown {
  const good = {
    path: pick(random, PATHS),
    ...(random() < 0.5 ? { command: pick(random, COMMANDS) } : {}),
  };
  const roll = random();
  if (roll < 0.7) return good;
  if (roll < 0.75) return JSON.stringify(good);
  if (roll < 0.8) return `{"path":"README.md","path":${JSON.stringify(good.path)}}`;
  if (roll < 0.85) return new Proxy(good, {});
  if (roll < 0.9)
    return Object.defineProperty({ ...good }, "path", { enumerable: true, get: () => good.path });
  if (roll < 0.95) return JSON.parse(`{"__proto__":{"path":".env"},"path":"README.md"}`);
  return pick<unknown>(random, [
    null,
    7,
    [],
    { path: 7 },
    { path: { toString: () => ".env" } },
    "",
    "{",
    { pth: "x" },
  ]);
}

/** Breaks one function of a part: it throws, rejects, hangs, or answers nonsense. */
function fault(random: Random): () => never {
  const thrown = pick<unknown>(random, [
    new TypeError("broken"),
    null,
    "broken",
    { action: "allow" },
  ]);
  return () => {
    throw thrown;
  };
}

const FAULTS = [
  "none",
  "analyzer",
  "guard",
  "watchdog",
  "state-machine",
  "flags",
  "broker",
  "recorder",
  "ids",
  "hook",
] as const;

function breakPart(
  random: Random,
  part: (typeof FAULTS)[number],
  host: Host,
): { host: Host; kernel: Partial<KernelOptions> } {
  const boom = fault(random);
  switch (part) {
    case "analyzer":
      return {
        host: { ...host, analyzer: { path: boom, url: boom, shell: boom } as Analyzer },
        kernel: {},
      };
    case "guard":
      return {
        host,
        kernel: {
          guards: [
            pick<never>(random, [
              boom as never,
              (() => ({ action: "yes" })) as never,
              (() => Promise.reject(new TypeError("x"))) as never,
            ]),
          ],
        },
      };
    case "watchdog":
      return {
        host,
        kernel: {
          watchdog: pick<never>(random, [
            boom as never,
            (() => undefined) as never,
            (async () => ({ ok: true })) as never,
          ]),
        },
      };
    case "state-machine":
      return { host, kernel: { stateMachine: { stage: boom } } };
    case "flags":
      return { host, kernel: { flags: { get: boom } } };
    case "broker":
      return {
        host,
        kernel: {
          broker: {
            ask: pick<never>(random, [
              boom as never,
              (async () => ({ choice: "yes" })) as never,
              (async () => null) as never,
            ]),
          },
        },
      };
    case "recorder":
      return { host, kernel: { recorder: { intent: boom, settle: boom } } };
    case "ids":
      return { host: { ...host, ids: { ...host.ids, next: boom } }, kernel: {} };
    case "hook":
      return { host, kernel: { hooks: [{ before: boom, after: boom }] } };
    default:
      return { host, kernel: {} };
  }
}

/** Draws a world and a call from the seed, runs it whole and broken, and says what happened. */
export async function runMutatedCall(seed: number): Promise<MutationOutcome> {
  const random = seeded(seed);
  const rules = rulesOf(random);
  const mode: SecurityMode = pick(random, ["ask", "ask", "allowlist", "yolo"] as const);
  const answer: Answer = pick(random, [
    { choice: "once" },
    { choice: "reject" },
    { choice: "session" },
  ] as const);
  const part = pick(random, FAULTS);
  let executions = 0;
  const probe = defineTool({
    id: "probe",
    description: "Counts.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, command: { type: "string" } },
      required: ["path"],
      additionalProperties: false,
    },
    requires: { fs: { read: ["{workspace}/**"] }, shell: [{ cmd: "*" }] },
    resources: { path: "fs.read", command: "shell" },
    gated: random() < 0.8,
    execute: () => {
      executions += 1;
      return null;
    },
  });
  const clock = createFakeClock();
  const host = createMemoryHost({
    clock,
    files: {
      "/workspace/README.md": "x",
      "/workspace/.env": "x",
      "/workspace/src/a.ts": "x",
      "/etc/passwd": "x",
    },
    links: { "/workspace/link": ".env" },
    commands: { "git status": [unit("git status")], "rm -rf src": [unit("rm -rf src")] },
    ...(random() < 0.5 ? {} : { sandbox: noSandbox("test") }),
  });
  const args = argumentsOf(random);
  const whole = { host, defaultPolicy: false, contained: random() < 0.5 } as const;
  // A project tool: its schema is interpreted, which a million kernels can afford, and its posture counts as shown.
  const kernelOf = (options: Parameters<typeof createKernel>[0]) => {
    const kernel = createKernel(options);
    kernel.register(probe, { layer: "project", trusted: true });
    return kernel;
  };
  const session = { mode, allowlist: ["probe"], rules };
  const broker = { ask: async () => answer };
  const call = { id: "1", name: "probe", arguments: args } as never;
  const why = await kernelOf({ ...whole, broker })
    .session(session)
    .explain(call);
  const verdict = why.verdict?.action ?? "deny";
  const person = part !== "broker" && answer.choice !== "reject";
  const broken = breakPart(random, part, host);
  const result = await kernelOf({ ...whole, broker, ...broken.kernel, host: broken.host })
    .session({ ...session, id: "s" })
    .call(call);
  return {
    verdict,
    executed: executions > 0,
    permitted: verdict === "allow" || (verdict === "ask" && person),
    settled: result.type === "output" || result.type === "error",
    describe: JSON.stringify({ seed, part, mode, rules, verdict, answer: answer.choice, result }),
  };
}
