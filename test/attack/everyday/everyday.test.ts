/**
 * Everyday commands of developers run unasked, whatever is denied elsewhere, and do what they do outside: the same commands run in
 * a copy of the project without us, and both must end alike.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import { describe, expect, inject, it } from "vitest";
import { isWhole, SAMPLED_MS } from "../../sample.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import * as commands from "./everyday-commands.ts";
import { makeEverydayProject } from "./everyday-project.ts";

const HERE: readonly string[] = [
  ...commands.GIT_COMMANDS,
  ...commands.LOOKING_COMMANDS,
  ...commands.WRITING_COMMANDS,
  ...commands.BUILDING_COMMANDS,
  ...commands.FURTHER_COMMANDS,
];
const deny = (permission: string, pattern: string): Rule => ({
  permission,
  pattern,
  action: "deny",
});
const ABOUT_SOMETHING_ELSE: readonly Rule[] = [
  deny("fs.read", "**/.env"),
  deny("shell.run", "git push *"),
  deny("shell.run", "npm publish *"),
];

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`everyday commands (need ${needs})`, { timeout: SAMPLED_MS }, () => {
    it("are asked about in no case", async () => {
      const every = [
        ...[...HERE, ...commands.NAMING_COMMANDS],
        ...[...commands.ELSEWHERE_COMMANDS, ...commands.FURTHER_PROGRAMS],
      ];
      expect(every.length).toBeGreaterThan(320);
      const asking = await withProjects(sandbox, async ({ explain }) => {
        const found: string[] = [];
        for (const rules of [[], ABOUT_SOMETHING_ELSE])
          for (const command of every) {
            const why = await explain(rules, command);
            if (why !== null) found.push(`${rules.length} rules: ${command}: ${why}`);
          }
        return found;
      });
      expect(asking).toEqual([]);
    });

    it("end as they do outside", async () => {
      const taken = chosen(sandbox === "plain" ? 32 : 16);
      const unlike = await withProjects(sandbox, async ({ run, runOutside }) => {
        const found: string[] = [];
        for (const command of taken) {
          const outside = runOutside(command);
          const inside = await run(command);
          if (inside !== `exit ${outside}`) found.push(`${command}: ${inside}, outside ${outside}`);
        }
        return found;
      });
      expect(unlike).toEqual([]);
    });
  });

/** All of them take minutes: a test run takes its share, another one each time. */
function chosen(share: number): readonly string[] {
  if (isWhole) return HERE;
  if (process.env.TOOLPLANE_ROWS === "further") return commands.FURTHER_COMMANDS;
  const first = inject("propertySeed") % share;
  return HERE.filter((_command, index) => index % share === first);
}

interface Projects {
  /** Why a command is not simply run, or null. */
  explain(rules: readonly Rule[], command: string): Promise<string | null>;
  run(command: string): Promise<string>;
  runOutside(command: string): number | null;
}

/** In a sandbox `/tmp` is scratch, so programs of a checkout that lies there are not; what runs outside must not have them either. */
function pathWithoutScratch(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.filter((folder) => !folder.startsWith("/tmp/")).join(delimiter);
}

async function withProjects<T>(
  sandbox: "auto" | "plain",
  use: (projects: Projects) => Promise<T>,
): Promise<T> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-everyday-")));
  const [workspace, outside, home, temporary] = ["in/project", "out/project", "home", "tmp"].map(
    (name) => join(base, name),
  ) as [string, string, string, string];
  for (const folder of [workspace, outside, home, temporary])
    mkdirSync(folder, { recursive: true });
  for (const folder of [workspace, outside]) makeEverydayProject(folder, home);
  // A person's shell, not that of the script of npm which runs the tests: its variables tell other scripts what to do.
  const environment = { HOME: home, PATH: pathWithoutScratch(), LANG: "C.UTF-8" };
  const asked: string[] = [];
  const toolplane = await createToolplane({
    workspace,
    sandbox,
    environment,
    userData: join(base, "data"),
    record: false,
    onWarning: () => undefined,
    broker: {
      ask: async ({ reasons }) => {
        asked.push(reasons.map(({ reason }) => reason).join(" "));
        return { choice: "reject" };
      },
    },
  });
  const session = toolplane.session({ rules: ABOUT_SOMETHING_ELSE });
  let calls = 0;
  const callOf = (command: string) => {
    calls += 1;
    return { id: `call-${calls}`, name: "bash", arguments: { command } };
  };
  const free = toolplane.session();
  try {
    return await use({
      explain: async (rules, command) => {
        const { verdict } = await (rules.length > 0 ? session : free).explain(callOf(command));
        if (verdict?.action === "allow") return null;
        return verdict?.opinions[verdict.winner]?.reason ?? "it was not judged";
      },
      run: async (command) => {
        const result = await session.call(callOf(command));
        if (asked.length > 0) return `asked: ${asked.splice(0).join(" ")}`;
        if (result.type === "error") return `${result.code}: ${result.error_text}`;
        return `exit ${(result.details as { readonly exit_code?: number } | undefined)?.exit_code}`;
      },
      // In a sandbox /tmp is the session's own; outside it is everybody's, and holds what other runs left there.
      runOutside: (command) => {
        const line = command.replaceAll("/tmp/", `${temporary}/`);
        return spawnSync("bash", ["-c", line], { cwd: outside, env: environment, input: "" })
          .status;
      },
    });
  } finally {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  }
}
