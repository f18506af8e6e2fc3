/** What this machine has, for whoever looks without opening a host: quick questions, each answered by trying. */
import { execFile } from "node:child_process";
import type { SandboxStatus } from "@toolplane/contract";
import { findBubblewrap } from "../sandbox/bubblewrap/find-bubblewrap.ts";
import { isFiltered } from "../sandbox/seccomp/build-filter.ts";

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const VERSION_MS = 5_000;

/** A program or an optional package: its version, or why there is none. */
export type PartFinding =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly reason: string };

/** Whether processes could be confined here. Opening a host tries more: this is for a quick word. */
export async function probeSandbox(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<SandboxStatus> {
  if (platform === "darwin") {
    return import("@anthropic-ai/sandbox-runtime").then(
      () => ({ kind: "seatbelt" }),
      () => ({ kind: "none", reason: "@anthropic-ai/sandbox-runtime is not installed." }),
    );
  }
  if (platform !== "linux") return { kind: "none", reason: `There is none for ${platform} yet.` };
  if (!isFiltered(process.arch))
    return { kind: "none", reason: `There is no system call filter for ${process.arch} yet.` };
  const found = await findBubblewrap({ path: environment.PATH ?? DEFAULT_PATH, reserved: [] });
  return found.ok
    ? { kind: "bubblewrap", version: found.version }
    : { kind: "none", reason: found.reason };
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

/** What gives long-lived processes a terminal. */
export async function probeTerminals(): Promise<PartFinding> {
  try {
    await import("@lydell/node-pty");
    return { ok: true, version: "" };
  } catch {
    return { ok: false, reason: "the optional package @lydell/node-pty is not installed" };
  }
}

/** Asks a program for its version. */
export function programVersion(program: string): Promise<PartFinding> {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: VERSION_MS }, (error, stdout) => {
      const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
      if (error || version === undefined)
        resolve({ ok: false, reason: error?.message.split("\n")[0] ?? "it says no version" });
      else resolve({ ok: true, version });
    });
  });
}
