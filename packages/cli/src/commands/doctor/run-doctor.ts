/**
 * Runs every check at the same time, each bounded, and shows them in their order. A missing sandbox comes first: it changes what the
 * rest means.
 */
import { isConfigurationError } from "@toolplane/contract";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Mark } from "../../terminal/paint.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { show } from "../../terminal/shown/show.ts";
import { drawing, line, type Shown } from "../../terminal/shown/shown.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { checkChangeSets } from "./check-change-sets.ts";
import { checkFleet } from "./check-fleet.ts";
import { checkHistory } from "./check-history.ts";
import { checkNotify } from "./check-notify.ts";
import { checkPermissions } from "./check-permissions.ts";
import { checkProfile } from "./check-profile.ts";
import { checkGit, checkNode, checkRipgrep, checkTerminals } from "./check-programs.ts";
import { checkProject } from "./check-project.ts";
import { checkReach } from "./check-reach.ts";
import { checkReadHosts } from "./check-read-hosts.ts";
import { checkRules } from "./check-rules.ts";
import { checkSandbox } from "./check-sandbox.ts";
import { checkSources } from "./check-sources.ts";
import { checkStore } from "./check-store.ts";
import { checkTools } from "./check-tools.ts";
import type { Check, Finding } from "./finding.ts";
import { lookHere } from "./look-here.ts";

const CHECK_MS = 20_000;
const NAME = 14;
const MARKS: Readonly<Record<Finding["state"], Mark>> = {
  fine: "allow",
  decide: "ask",
  off: "off",
  broken: "deny",
};

export const runDoctor: CommandRun = async (context) => {
  const { terminal, signal } = context;
  const settings = await settingsOrFault(context);
  const checks = "state" in settings ? machineChecks(context) : allChecks(context, settings);
  const running = checks.map(([name, check]) => ({ name, finding: bounded(name, check, signal) }));
  const findings: Finding[] = "state" in settings ? [settings] : [];
  if ("state" in settings) show(terminal, [findingLines(settings)]);
  const ordered = await sandboxFirst(running, terminal);
  for (const { name, finding } of ordered) {
    const found = await waitFor(terminal, name, finding);
    if (signal.aborted) return EXIT_CODES.cancelled;
    findings.push(found);
    show(terminal, [findingLines(found)]);
  }
  const broken = findings.filter(({ state }) => state === "broken").length;
  return {
    exitCode: broken === 0 ? EXIT_CODES.done : EXIT_CODES.failed,
    json: { ok: broken === 0, checks: findings },
    shown: [line(), line(countText(findings))],
  };
};

interface Running {
  readonly name: string;
  readonly finding: Promise<Finding>;
}

function machineChecks(context: CommandContext): readonly (readonly [string, Check])[] {
  return [
    ["Node", checkNode],
    ["ripgrep", checkRipgrep],
    ["git", checkGit(context)],
  ];
}

function allChecks(
  context: CommandContext,
  settings: Settings,
): readonly (readonly [string, Check])[] {
  const here = lookHere(context, settings);
  // Heard by the checks that wait for it.
  here.catch(() => {});
  return [
    ["Node", checkNode],
    ["Sandbox", checkSandbox(context, settings, here)],
    ...(settings.profile === "none" ? [] : [["Profile", checkProfile(settings)] as const]),
    ["Change sets", checkChangeSets(settings, here)],
    ["Reach", checkReach(settings)],
    ["Requests", checkReadHosts(settings)],
    ["ripgrep", checkRipgrep],
    // Looked at before the store is opened, which mends some of it.
    ["Permissions", checkPermissions(settings)],
    ["Store", checkStore(settings)],
    ...(settings.recordPlace?.database ? [["Fleet", checkFleet(settings)] as const] : []),
    ["Project", checkProject(settings)],
    ["Tools", checkTools(settings)],
    ["Sources", checkSources(settings)],
    ["git", checkGit(context, settings.workspace)],
    ["Rules", checkRules(settings)],
    ["History", checkHistory(settings)],
    ["Notify", checkNotify(settings)],
    ["Terminals", checkTerminals],
  ];
}

/** A configuration that cannot be read is the first thing to mend. */
async function settingsOrFault(context: CommandContext): Promise<Settings | Finding> {
  try {
    return await readSettings({ ...context, terminal: { note() {}, err: context.terminal.err } });
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return {
      name: "Configuration",
      state: "broken",
      text: error.message,
      next: "mend that line, then toolplane doctor again.",
    };
  }
}

async function sandboxFirst(
  running: readonly Running[],
  terminal: Terminal,
): Promise<readonly Running[]> {
  const sandbox = running.find(({ name }) => name === "Sandbox");
  if (!sandbox) return running;
  const found = await waitFor(terminal, sandbox.name, sandbox.finding);
  if (found.state !== "broken") return running;
  return [sandbox, ...running.filter((one) => one !== sandbox)];
}

async function waitFor(
  terminal: Terminal,
  name: string,
  finding: Promise<Finding>,
): Promise<Finding> {
  const progress = showProgress(terminal, name);
  try {
    return await finding;
  } finally {
    progress.end();
  }
}

/** A check that hangs is one that found something. */
async function bounded(name: string, check: Check, signal: AbortSignal): Promise<Finding> {
  const own = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
  const late = new Promise<Finding>((resolve) => {
    own.addEventListener(
      "abort",
      () => resolve({ name, state: "broken", text: `no answer within ${CHECK_MS / 1000} s` }),
      { once: true },
    );
  });
  try {
    return await Promise.race([check(own), late]);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { name, state: "broken", text };
  }
}

/** Shown as soon as it is found: some checks take seconds. */
function findingLines({ name, state, text, lines = [], next }: Finding): Shown {
  return drawing(({ paint, width }) => {
    const room = Math.min(width, 100) - NAME - 2;
    const texts = [text, ...lines, ...(next === undefined ? [] : [`Next: ${next}`])];
    const [first, ...under] = texts.flatMap((one) => wrapText(escapeText(one), room));
    return [
      `${paint.mark(MARKS[state])} ${name.padEnd(NAME)}${first}`,
      ...under.map((one) => `${" ".repeat(NAME + 2)}${one}`),
    ];
  });
}

function countText(findings: readonly Finding[]): string {
  const words = { fine: "fine", decide: "to decide", off: "off", broken: "broken" } as const;
  const counts = (Object.keys(words) as Finding["state"][]).flatMap((state) => {
    const count = findings.filter((finding) => finding.state === state).length;
    return count === 0 ? [] : [`${count} ${words[state]}`];
  });
  return `${counts.join(", ")}.`;
}
