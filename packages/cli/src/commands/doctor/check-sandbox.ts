/** Runs one command through the whole road, in a folder of its own, and looks whether it was really confined. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  confinesProcesses,
  type SandboxFacts,
  type SandboxStatus,
} from "@toolplane/contract/ports";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { CommandContext } from "../../command/command.ts";
import {
  LEVEL_MEANINGS,
  NONE_COSTS,
  OUTSIDE_READS,
  sandboxWords,
} from "../../terminal/words/sandbox-words.ts";
import type { Check, Finding } from "./finding.ts";
import type { Here } from "./look-here.ts";

export function checkSandbox(
  { environment }: CommandContext,
  settings: Settings,
  here: Promise<Here>,
): Check {
  return async (signal) => {
    const name = "Sandbox";
    if (settings.sandbox === "none")
      return {
        name,
        state: "off",
        text: "switched off by your configuration",
        lines: [NONE_COSTS],
        next: SWITCH_ON,
      };
    const folder = mkdtempSync(join(tmpdir(), "toolplane-doctor-"));
    try {
      const found = await tryOne(folder, {
        signal,
        sandbox: settings.sandbox,
        environment: await withoutProject(environment, settings),
      });
      const { sandbox } = await here;
      // A machine whose sandbox works may have a workspace in which less of it is possible.
      if (found.state !== "fine" || !sandbox) return found;
      const isChosen = settings.sandbox !== "auto" || sandbox.level !== "plain";
      return describeHere(isChosen ? sandbox : await withBetter(sandbox, environment, settings));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** A sandbox that is fine may still be less than it could be: the status with why, and with the command that helps. */
async function withBetter(
  sandbox: SandboxStatus,
  environment: CommandContext["environment"],
  { workspace }: Pick<Settings, "workspace">,
): Promise<SandboxStatus> {
  const { probeSandbox } = await import("@toolplane/host");
  const reserved = workspace === null ? [] : [workspace];
  const { reason, remedy } = await probeSandbox({ environment, reserved });
  return {
    ...sandbox,
    ...(reason === undefined ? {} : { reason }),
    ...(remedy === undefined ? {} : { remedy }),
  };
}

const SWITCH_ON =
  "To leave it: take sandbox=none out of your configuration, of TOOLPLANE_SANDBOX or of --set, then toolplane doctor.";

/** The trial has a workspace of its own, so a program that lies in the person's would not be known for the project's. */
async function withoutProject(
  environment: CommandContext["environment"],
  { workspace }: Pick<Settings, "workspace">,
): Promise<CommandContext["environment"]> {
  const { foldersOutside } = await import("@toolplane/host");
  const reserved = workspace === null ? [] : [workspace];
  return { ...environment, PATH: foldersOutside(environment.PATH ?? "", reserved).join(":") };
}

async function tryOne(
  folder: string,
  {
    signal,
    environment,
    sandbox: chosen,
  }: Pick<CommandContext, "signal" | "environment"> & Pick<Settings, "sandbox">,
): Promise<Finding> {
  const { createToolplane } = await import("@toolplane/library/rooms/library/create-toolplane");
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  const toolplane = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    preset: "bundled",
    environment,
    sandbox: chosen,
    onWarning: () => {},
  });
  try {
    const { sandbox } = toolplane.host;
    if (!confinesProcesses(sandbox)) return notConfined(sandbox);
    const session = toolplane.session({ mode: "ask" });
    const call = { id: "doctor", name: "bash", arguments: { command: "echo confined" } };
    const result = await session.call(call, { signal });
    if (result.type === "output" && String(result.data).trim() === "confined")
      return describeHere(sandbox);
    const said = result.type === "error" ? result.error_text : String(result.data);
    return {
      name: "Sandbox",
      state: "broken",
      text: `${sandbox.kind} is here, and a command in it failed: ${said.slice(0, 200)}`,
      lines: [NONE_COSTS],
    };
  } finally {
    await toolplane.close();
  }
}

/** The level first; below full also why, and what helps. */
function describeHere(sandbox: SandboxStatus): Finding {
  const { level, facts, reason, remedy } = sandbox;
  if (!confinesProcesses(sandbox)) return notConfined(sandbox);
  const held = HELD.filter(([fact]) => facts[fact]).map(([, text]) => text);
  return {
    name: "Sandbox",
    state: level === "bound" ? "decide" : "fine",
    text: `${sandboxWords(sandbox)}, holds ${new Intl.ListFormat("en").format(held)}`,
    lines: [
      sentence(LEVEL_MEANINGS[level]),
      ...(facts.landsChanges ? [OUTSIDE_READS] : []),
      ...(reason === undefined ? [] : [reason]),
    ],
    ...(remedy === undefined ? {} : { next: `${remedy}, then toolplane doctor.` }),
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** In the order in which they matter to a person. */
const HELD: readonly (readonly [keyof SandboxFacts, string])[] = [
  ["holdsFiles", "files"],
  ["holdsNetwork", "network"],
  ["filtersSystemCalls", "system calls"],
  ["boundsProcesses", "the number of processes"],
];

function notConfined({ reason = "", remedy }: SandboxStatus): Finding {
  return {
    name: "Sandbox",
    state: "broken",
    text: `none. ${reason}`,
    lines: [NONE_COSTS],
    ...(remedy === undefined ? {} : { next: `${remedy}, then toolplane doctor.` }),
  };
}
