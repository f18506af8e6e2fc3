/**
 * SECURITY.md: "what a contained command could not do because of us is told to the model, with the rule or the way on". Seen in what
 * real commands are told at each level: a line for each wall, none where nothing of ours stood in the way.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject, Rule, ToolResult } from "@toolplane/contract";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../../sample.ts";
import { hasPlainSandbox } from "../../sandbox-levels.ts";
import { BENIGN_ROWS, HIDDEN_ROWS, TOLD_FILES, TOLD_ROWS, type ToldRow } from "./told-rows.ts";

type Level = "full" | "plain" | "bound" | "none";

const RULES: readonly Rule[] = [
  { permission: "fs.read", pattern: "**/.env*", action: "deny" },
  { permission: "fs.read", pattern: "secret.txt", action: "ask" },
  { permission: "shell.run", pattern: "svn *", action: "deny" },
];
const ALLOWED: Rule = { permission: "bash", pattern: "*", action: "allow" };

/** Below `/tmp` a sandbox would show scratch in its place. */
async function openWorld(
  level: Level,
  { rules = RULES, ...options }: ToolplaneOptions & { readonly rules?: readonly Rule[] } = {},
) {
  const base = realpathSync(mkdtempSync("/var/tmp/toolplane-told-"));
  for (const [path, text] of Object.entries(TOLD_FILES)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  const [ws, near, home] = ["ws", "near", "home"].map((name) => join(base, name));
  spawnSync("git", ["init", "-q"], { cwd: ws });
  const toolplane = await createToolplane({
    workspace: ws as string,
    // Data of ours inside the workspace: then there is no view of it.
    userData: level === "bound" ? `${ws}/.data` : `${home}/.local/share/toolplane`,
    environment: { ...process.env, HOME: home },
    preset: "everyday",
    record: false,
    sandbox: level === "none" || level === "plain" ? level : "auto",
    onWarning: () => {},
    ...options,
  });
  onTestFinished(async () => {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  });
  expect(toolplane.host.sandbox.level).toBe(level);
  const session = toolplane.session({ rules });
  let calls = 0;
  const named = (text: string) =>
    text
      .replaceAll("{ws}", ws as string)
      .replaceAll("{near}", near as string)
      .replaceAll("{home}", home as string);
  const call = (name: string, args: JsonObject): Promise<ToolResult> => {
    calls += 1;
    return session.call({ id: `c${calls}`, name, arguments: args });
  };
  return {
    ws: ws as string,
    named,
    call,
    toolplane,
    /** What is said beside the exit code. */
    told: async (command: string) => {
      const result = await call("bash", { command: named(command), timeout_ms: 60_000 });
      return (
        linesOf(result)
          .filter((line) => !/^\[(?:exit code|ended by)/.test(line))
          .join("\n") || null
      );
    },
  };
}

function linesOf(result: ToolResult): readonly string[] {
  if (result.type === "error") return [`${result.code}: ${result.error_text}`];
  return (result.content ?? []).flatMap((part) =>
    "text" in part ? String(part.text).split("\n") : [],
  );
}

type Told = Readonly<Record<string, string | null>>;

/** What each command was told. */
async function toldOf(
  rows: readonly ToldRow[],
  told: (command: string) => Promise<string | null>,
): Promise<Told> {
  const all: Record<string, string | null> = {};
  for (const { command } of rows) all[command] = await told(command);
  return all;
}

const expected = (rows: readonly ToldRow[], lineOf: (row: ToldRow) => string | null): Told =>
  Object.fromEntries(rows.map((row) => [row.command, lineOf(row)]));

/** At one level all of them; at the others a part in each test run. */
const TAKEN = 12;
const LONG = { timeout: SAMPLED_MS };

describe.each([
  { level: "full", runs: hasSandbox, needs: "bubblewrap" },
  { level: "plain", runs: hasPlainSandbox, needs: "util-linux" },
] as const)("a contained command at $level", ({ level, runs, needs }) => {
  it.skipIf(!runs)(
    `is told of each wall that it met, and of nothing else (needs ${needs})`,
    LONG,
    async () => {
      const { told, named } = await openWorld(level);
      const rows = level === "full" ? TOLD_ROWS : sampleOf(TOLD_ROWS, TAKEN);
      expect(await toldOf(rows, told)).toEqual(
        expected(rows, ({ contained }) => contained && named(contained)),
      );
    },
  );
});

describe("a command that a rule allowed", () => {
  it.skipIf(!hasSandbox)(
    "is told the same where files are bound as they are (needs bubblewrap)",
    LONG,
    async () => {
      const { told, named } = await openWorld("bound", { rules: [ALLOWED, ...RULES] });
      // What a line plainly reads outside is asked about there.
      const open = TOLD_ROWS.filter(
        ({ command }) => !command.startsWith("cat {") && !command.startsWith("cat ~"),
      );
      const rows = sampleOf(open, TAKEN);
      expect(await toldOf(rows, told)).toEqual(
        expected(rows, ({ contained, allowed = contained }) => allowed && named(allowed)),
      );
    },
  );

  it(
    "is told nothing where nothing confines it: nothing of ours stands in its way",
    LONG,
    async () => {
      const { told } = await openWorld("none", { rules: [ALLOWED] });
      const rows = sampleOf([...HIDDEN_ROWS, ...BENIGN_ROWS], TAKEN);
      expect(await toldOf(rows, told)).toEqual(expected(rows, () => null));
    },
  );
});
