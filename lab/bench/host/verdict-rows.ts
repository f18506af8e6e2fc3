/** A command line read and judged, and the parse alone. */
import { join } from "node:path";
import type { Rule, Session } from "toolplane";
import { forEachChild, parse, type SyntaxNode } from "unbash";
import type { BenchCall } from "../harness/measure-calls.ts";
import { projectRules } from "../harness/project-rules.ts";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { EVERYDAY, LONG } from "./command-lines.ts";
import { createWorkspace, lastingDirectory, withDirectory } from "./open-product.ts";

const LONG_TURNS = 3;

/** The bounds of the goals, in the figures' units: to compare with, not measurements. */
export async function allowance(): Promise<Figures> {
  return { p99Ns: 1_000_000, worstMs: 50 };
}

/** The parser alone, over everyday lines. */
export async function setUpParse(): Promise<BenchCall> {
  return async (index) => parse(EVERYDAY[index % EVERYDAY.length] ?? "");
}

/** The parser and its own walk: words are taken apart only when they are looked at. */
export async function setUpWalk(): Promise<BenchCall> {
  const walk = (node: SyntaxNode): void => {
    forEachChild(node, walk);
  };
  return async (index) => walk(parse(EVERYDAY[index % EVERYDAY.length] ?? ""));
}

/** The parser alone, over the long lines. */
export function parseLong(): Promise<Figures> {
  return worstOf(async (line) => parse(line));
}

/** Whole calls of a tool that takes a command and does nothing with it. */
export async function setUpVerdict(): Promise<BenchCall> {
  const session = await openSession(lastingDirectory());
  return (index) => call(session, `c${index}`, EVERYDAY[index % EVERYDAY.length] ?? "");
}

/** The same over the long lines. */
export function verdictLong(): Promise<Figures> {
  return withDirectory(async (base) => {
    const session = await openSession(base);
    let made = 0;
    return worstOf(async (line) => {
      made += 1;
      await call(session, `l${made}`, line);
    });
  });
}

async function call(session: Session, id: string, command: string): Promise<void> {
  const result = await session.call({ id, name: "bash", arguments: { command } });
  // Allowed or refused, it was judged; anything else was not.
  if (result.type === "error" && result.code === "internal")
    throw new Error(`not judged: ${JSON.stringify(result)}`);
}

async function openSession(base: string): Promise<Session> {
  const { createToolplane, defineTool } = await import("toolplane");
  const tool = defineTool({
    id: "bash",
    description: "Runs nothing.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string" },
        cwd: { type: "string" },
        timeout_ms: { type: "integer" },
      },
      required: ["command"],
      additionalProperties: false,
    },
    requires: { shell: [{ cmd: "*" }] },
    resources: { command: "shell" },
    execute: () => "judged",
  });
  const product = await createToolplane({
    workspace: createWorkspace(base),
    userData: join(base, "data"),
    scratchParent: base,
    sandbox: "none",
    tools: [tool],
    policy: [{ scope: "session", rules: fiftyRules() }],
    record: false,
    onWarning: () => {},
  });
  return product.session();
}

function fiftyRules(): readonly Rule[] {
  return projectRules(
    { permission: "*", pattern: "**", action: "allow" },
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
  );
}

/** The slowest line counts, by the median of a few turns; which one it was goes to standard error. */
async function worstOf(run: (line: string) => Promise<unknown>): Promise<Figures> {
  const times: { readonly name: string; readonly ms: number }[] = [];
  for (const [name, line] of Object.entries(LONG)) {
    const turns: number[] = [];
    for (let turn = 0; turn < LONG_TURNS; turn += 1) {
      const start = performance.now();
      await run(line);
      turns.push(performance.now() - start);
    }
    times.push({ name, ms: median(turns) });
  }
  times.sort((one, other) => other.ms - one.ms);
  const slowest = times.slice(0, 5).map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`);
  console.error(`slowest: ${slowest.join(", ")}`);
  return { worstMs: times[0]?.ms ?? 0 };
}
