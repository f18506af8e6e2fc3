/** A real workspace with a neighbour and a home, and commands in it at one level. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject, Rule, ToolResult } from "@toolplane/contract";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { expect, onTestFinished } from "vitest";
import { TOLD_FILES } from "./told-rows.ts";

export type Level = "full" | "plain" | "bound" | "none";

export const RULES: readonly Rule[] = [
  { permission: "fs.read", pattern: "**/.env*", action: "deny" },
  { permission: "fs.read", pattern: "secret.txt", action: "ask" },
  { permission: "shell.run", pattern: "svn *", action: "deny" },
];
export const ALLOWED: Rule = { permission: "bash", pattern: "*", action: "allow" };
/** A line that names a file with keys asks about it, unless a rule is about the file. */
export const OPENED: Rule = { permission: "fs.read", pattern: "**/.env", action: "allow" };

export interface ToldWorld {
  readonly ws: string;
  readonly toolplane: Toolplane;
  /** With the folders in place of `{ws}`, `{near}` and `{home}`. */
  named(text: string): string;
  call(name: string, args: JsonObject): Promise<ToolResult>;
  /** What a command is told beside its exit code; null for nothing. */
  told(command: string): Promise<string | null>;
}

/** Below `/tmp` a sandbox would show scratch in its place. */
export async function openToldWorld(
  level: Level,
  {
    rules = RULES,
    files = {},
    ...options
  }: ToolplaneOptions & {
    readonly rules?: readonly Rule[];
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<ToldWorld> {
  const base = realpathSync(mkdtempSync("/var/tmp/toolplane-told-"));
  for (const [path, text] of Object.entries({ ...TOLD_FILES, ...files })) {
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

export function linesOf(result: ToolResult): readonly string[] {
  if (result.type === "error") return [`${result.code}: ${result.error_text}`];
  return (result.content ?? []).flatMap((part) =>
    "text" in part ? String(part.text).split("\n") : [],
  );
}
