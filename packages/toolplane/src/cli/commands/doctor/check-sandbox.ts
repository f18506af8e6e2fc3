/** Runs one command through the whole road, in a folder of its own, and looks whether it was really confined. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxStatus } from "@toolplane/contract";
import type { Settings } from "../../../settings/declaration/settings.ts";
import type { CommandContext } from "../../command/command.ts";
import type { Check, Finding } from "./finding.ts";

const INSTALLERS: Readonly<Record<string, string>> = {
  debian: "apt install bubblewrap",
  ubuntu: "apt install bubblewrap",
  fedora: "dnf install bubblewrap",
  rhel: "dnf install bubblewrap",
  arch: "pacman -S bubblewrap",
  alpine: "apk add bubblewrap",
  suse: "zypper install bubblewrap",
  opensuse: "zypper install bubblewrap",
};

/** The check. */
export function checkSandbox({ environment }: CommandContext, settings: Settings): Check {
  return async (signal) => {
    const name = "Sandbox";
    if (settings.sandbox === "none")
      return { name, state: "off", text: "switched off by your configuration", lines: [FOLLOWS] };
    const folder = mkdtempSync(join(tmpdir(), "toolplane-doctor-"));
    try {
      return await tryOne(folder, {
        signal,
        environment: await withoutProject(environment, settings),
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

const FOLLOWS = "Until it works, no shell call runs unasked unless a rule of yours allows it.";

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
  { signal, environment }: Pick<CommandContext, "signal" | "environment">,
): Promise<Finding> {
  const { createToolplane } = await import("../../../library/create-toolplane.ts");
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  const toolplane = await createToolplane({
    ...{ workspace, userData: join(folder, "data"), preset: "bundled", environment },
    onWarning: () => {},
  });
  try {
    const { sandbox } = toolplane.host;
    if (sandbox.kind === "none") return noSandbox(sandbox);
    const session = toolplane.session({ mode: "ask" });
    const call = { id: "doctor", name: "bash", arguments: { command: "echo confined" } };
    const result = await session.call(call, { signal });
    if (result.type === "output" && String(result.data).trim() === "confined")
      return { name: "Sandbox", state: "fine", text: describe(sandbox) };
    const said = result.type === "error" ? result.error_text : String(result.data);
    return {
      name: "Sandbox",
      state: "broken",
      text: `${sandbox.kind} is here, and a command in it failed: ${said.slice(0, 200)}`,
      lines: [FOLLOWS],
    };
  } finally {
    await toolplane.close();
  }
}

function describe({ kind, ...rest }: SandboxStatus): string {
  const version = "version" in rest && rest.version !== undefined ? ` ${rest.version}` : "";
  return kind === "bubblewrap"
    ? `bubblewrap${version}, seccomp, own network namespace`
    : `${kind}${version}`;
}

function noSandbox(status: SandboxStatus): Finding {
  const reason = "reason" in status ? status.reason : "";
  const isMissing = /not installed/.test(reason) && process.platform === "linux";
  return {
    name: "Sandbox",
    state: "broken",
    text: `none. ${isMissing ? "bubblewrap is not installed." : reason}`,
    lines: [FOLLOWS],
    ...(isMissing ? { next: `${installer()}, then toolplane doctor.` } : {}),
  };
}

/** The command of this distribution, by what it says of itself. */
function installer(): string {
  let text = "";
  try {
    text = readFileSync("/etc/os-release", "utf8");
  } catch {
    // Then the package has to do.
  }
  const named = /^ID=(.*)$/m.exec(text)?.[1] ?? "";
  const like = /^ID_LIKE=(.*)$/m.exec(text)?.[1] ?? "";
  const ids = `${named} ${like}`.replaceAll('"', "").split(/\s+/);
  const known = ids.find((id) => Object.hasOwn(INSTALLERS, id));
  return known === undefined ? "install the package bubblewrap" : (INSTALLERS[known] ?? "");
}
