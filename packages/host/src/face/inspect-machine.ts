/** Inspects this machine without opening a host: quick questions, each answered by trying. */
import { execFile } from "node:child_process";
import { noSandbox, type SandboxStatus } from "@toolplane/contract/ports";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import { findProgram, foldersOutside, tryBackends } from "@toolplane/sandbox";

const VERSION_MS = 5_000;

/** A program or an optional package: its version, or why there is none. */
export type PartFinding =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly reason: string };

/** Options that say where programs are looked for. */
export interface ProbeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folders whose programs are never started, by their real paths: what lies in a workspace is the project's. */
  readonly reserved: readonly string[];
}

/**
 * Tells whether processes could be confined here, and where less than a better backend would hold, what keeps that one from
 * working. Opening a host tries more: this is for a quick word.
 */
export async function probeSandbox({
  environment,
  reserved,
}: ProbeOptions): Promise<SandboxStatus> {
  const path = environment.PATH ?? DEFAULT_PATH;
  const tried = await tryBackends({
    platform: process.platform,
    attempt: (backend) => backend.inspect({ path, reserved, architecture: process.arch }),
  });
  if (!tried.ok) return noSandbox(tried.reason, tried.remedy);
  const { found, passedOver } = tried;
  if (passedOver === undefined || found.reason !== undefined) return found;
  const { reason, remedy } = passedOver;
  return { ...found, reason, ...(remedy === undefined ? {} : { remedy }) };
}

/** The search program that comes with this package. */
export async function probeRipgrep(): Promise<PartFinding> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return await programVersion(rgPath);
  } catch {
    return { ok: false, reason: "it did not come with this installation" };
  }
}

/** Finds the part that gives long-lived processes a terminal. */
export async function probeTerminals(): Promise<PartFinding> {
  try {
    await import("@lydell/node-pty");
    return { ok: true, version: "" };
  } catch {
    return { ok: false, reason: "the optional package @lydell/node-pty is not installed" };
  }
}

/** A program of the system, by its name. */
export async function probeProgram(
  name: string,
  { environment, reserved }: ProbeOptions,
): Promise<PartFinding> {
  const program = findProgram(name, foldersOutside(environment.PATH ?? DEFAULT_PATH, reserved));
  if (program === name) return { ok: false, reason: `${name} is not installed` };
  return programVersion(program);
}

/** Asks a program, named by its path, for its version. */
function programVersion(program: string): Promise<PartFinding> {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: VERSION_MS }, (error, stdout) => {
      const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
      if (error || version === undefined)
        resolve({ ok: false, reason: error?.message.split("\n")[0] ?? "it says no version" });
      else resolve({ ok: true, version });
    });
  });
}
