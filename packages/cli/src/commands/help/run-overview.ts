/** `toolplane` alone: what it is, what is possible here, what to try. Nothing is made, and nothing is waited for that is slow. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { confinesProcesses, noSandbox, type SandboxStatus } from "@toolplane/contract/ports";
import type { Settings } from "@toolplane/library/rooms/settings";
import { hasState } from "@toolplane/library/rooms/state/state-files";
import { formatDuration, formatPlural, quoteVisibly } from "@toolplane/readings";
import type { Command, CommandContext, CommandGroup, CommandRun } from "../../command/command.ts";
import type { Paint } from "../../terminal/paint.ts";
import { drawing } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { padRight } from "../../terminal/text/text-width.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { sandboxWords } from "../../terminal/words/sandbox-words.ts";

const GROUPS: readonly CommandGroup[] = ["Look", "Decide", "Run", "Connect"];
const LABEL = 17;
const TRY = 36;
const WIDTH = 80;

interface Facts {
  readonly commands: readonly Command[];
  readonly settings: Settings;
  readonly tools: number;
  readonly sandbox: SandboxStatus;
  readonly waiting: { readonly count: number; readonly sinceMs: number };
}

export const runOverview: CommandRun = async (context) => {
  const facts = await readFacts(context);
  const { CORE_VERSION } = await import("@toolplane/kernel");
  return {
    json: toJson(facts, CORE_VERSION),
    shown: [drawing(({ paint }) => overviewLines(facts, CORE_VERSION, paint))],
  };
};

function overviewLines(facts: Facts, version: string, paint: Paint): readonly string[] {
  const about = `toolplane ${version} runs the tool calls of AI agents: every call checked, asked about when it must be, sandboxed and recorded.`;
  return [
    ...wrapText(about, WIDTH),
    "",
    ...hereRows(facts).flatMap(([label, text]) =>
      labelled(`  ${paint.style("dim", padRight(label, LABEL))}`, text),
    ),
    "",
    "Try",
    ...tries(facts).map(([line, what]) => `  ${padRight(line, TRY)}${paint.style("dim", what)}`),
    "",
    ...GROUPS.flatMap((group) => groupLines(group, facts.commands)),
    "",
    "toolplane COMMAND --help says more.  --json works with every command.",
  ];
}

async function readFacts(context: CommandContext): Promise<Facts> {
  const [{ readSettings }, { readTools }, { probeSandbox }] = await Promise.all([
    import("@toolplane/library/rooms/settings/read-settings"),
    import("@toolplane/library/rooms/product/read-tools"),
    import("@toolplane/host"),
  ]);
  const settings = await readSettings(context);
  const sandbox =
    settings.sandbox === "none"
      ? noSandbox("It is switched off.")
      : await probeSandbox({
          environment: context.environment,
          reserved: settings.workspace === null ? [] : [settings.workspace],
        });
  const tools = await readTools(settings);
  return {
    commands: context.commands,
    settings,
    tools: tools.length,
    sandbox,
    waiting: await readWaiting(settings),
  };
}

/** Looks only where something was kept before. */
async function readWaiting(settings: Settings): Promise<Facts["waiting"]> {
  if (!hasState(settings)) return { count: 0, sinceMs: 0 };
  const { openState } = await import("@toolplane/library/rooms/state/open-state");
  const { listWaiting } = await import("@toolplane/library/rooms/approvals/list-waiting");
  const state = await openState(settings);
  try {
    const rows = await listWaiting({ store: state.store, key: state.key, limit: 100 });
    const open = rows.filter(({ state: now }) => now === "waiting" || now === "elsewhere");
    return { count: open.length, sinceMs: open[0] ? Date.now() - open[0].sinceMs : 0 };
  } finally {
    await state.close();
  }
}

function hereRows({
  settings,
  tools,
  sandbox,
  waiting,
}: Facts): readonly (readonly [string, string])[] {
  const tooled = formatPlural(tools, "bundled tool");
  const place =
    settings.workspace === null ? "no workspace" : escapeText(basename(settings.workspace));
  return [
    ["Here", `${place}, ${trustText(settings)}; ${tooled}`],
    ["Sandbox", sandboxText(sandbox)],
    ...(waiting.count > 0
      ? [
          [
            "Waiting for you",
            `${formatPlural(waiting.count, "approval")}, since ${formatDuration(waiting.sinceMs)}`,
          ] as const,
        ]
      : []),
  ];
}

function trustText({ project }: Settings): string {
  if (project.state === "none") return "no project configuration";
  if (project.state === "trusted") return "trusted";
  return project.state === "changed" ? "changed since you trusted it" : "not trusted yet";
}

function sandboxText(sandbox: SandboxStatus): string {
  if (confinesProcesses(sandbox)) return sandboxWords(sandbox);
  const reason = sandbox.reason?.split(". ")[0] ?? "";
  return `none: ${reason.replace(/\.$/, "")}. toolplane doctor says what to do.`;
}

/** Command lines that work here, and only of commands that there are. */
function tries({ commands, settings, waiting }: Facts): readonly (readonly [string, string])[] {
  const file = firstFile(settings.workspace);
  const lines: (readonly [string, string])[] = [];
  if (waiting.count > 0) lines.push(["toolplane approvals", "answer what waits"]);
  if (settings.project.state === "untrusted" || settings.project.state === "changed")
    lines.push(["toolplane trust", "see what this project asks for"]);
  if (file !== null)
    lines.push([`toolplane call read ${quoteVisibly(file)}`, "one call; no model, no key"]);
  lines.push(
    ["toolplane demo", "one rule, every way in, in a few seconds"],
    ["toolplane start", "a server for your MCP client"],
    ["toolplane tools", "what can be called"],
  );
  const known = new Set(commands.map(({ name }) => name));
  return lines.filter(([line]) => known.has(line.split(" ")[1] ?? "")).slice(0, 4);
}

function firstFile(workspace: string | null): string | null {
  if (workspace === null) return null;
  try {
    const names = readdirSync(workspace, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[\w][\w.-]{0,24}$/.test(entry.name))
      .map(({ name }) => name);
    return names.find((name) => /^readme/i.test(name)) ?? names.sort()[0] ?? null;
  } catch {
    return null;
  }
}

/** `Decide    policy explain | test    approvals`. */
function groupLines(group: CommandGroup, commands: readonly Command[]): readonly string[] {
  const own = commands.filter((command) => command.group === group && !command.isHidden);
  if (own.length === 0) return [];
  return labelled(group.padEnd(10), foldNames(own).join("  "));
}

/** Commands that share their first word stand together. */
function foldNames(commands: readonly Command[]): readonly string[] {
  const alone = new Set(commands.map(({ name }) => name));
  const folded = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    folded.set(first, [...(folded.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return [...folded].map(([first, seconds]) => {
    const choices = seconds.join(" | ");
    if (choices === "") return first;
    return alone.has(first) ? `${first} [${choices}]` : `${first} ${choices}`;
  });
}

function labelled(label: string, text: string): readonly string[] {
  const indent = label.startsWith("  ") ? LABEL + 2 : 10;
  return wrapText(text, WIDTH - indent).map((line, index) =>
    index === 0 ? `${label}${line}` : `${" ".repeat(indent)}${line}`,
  );
}

function toJson({ commands, settings, tools, sandbox, waiting }: Facts, version: string) {
  return {
    version,
    workspace: settings.workspace,
    project: settings.project.state,
    tools,
    sandbox,
    waiting: waiting.count,
    commands: commands
      .filter(({ isHidden }) => !isHidden)
      .map(({ name, group, summary }) => ({
        name,
        group,
        summary,
      })),
  };
}
