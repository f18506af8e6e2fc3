/** Checks a worker's labels when it joins: a run that needs something must not come where that is missing. */
import { existsSync } from "node:fs";
import type { SandboxStatus } from "@toolplane/contract/ports";

export interface WorkerFacts {
  readonly platform: string;
  readonly arch: string;
  readonly sandbox: Pick<SandboxStatus, "level">;
  /** Ids of the tools that it has. */
  readonly tools: readonly string[];
  /** Names of its workspaces. */
  readonly workspaces: readonly string[];
  /** Names of repositories whose commits it can have. */
  readonly repositories: readonly string[];
  readonly hasGpu: boolean;
}

/** From most to least: who has one has those behind it. */
const LEVELS = ["full", "plain", "bound", "none"];
const DEVICES = ["/dev/nvidiactl", "/dev/kfd", "/dev/dri/renderD128"];

export function findGpu(isThere: (path: string) => boolean = existsSync): boolean {
  return DEVICES.some(isThere);
}

/** Those that every worker has. */
export function ownLabels(facts: WorkerFacts): readonly string[] {
  const { platform, arch, sandbox, workspaces, repositories } = facts;
  const levels = LEVELS.slice(Math.max(0, LEVELS.indexOf(sandbox.level)));
  return [
    `os=${platform}`,
    `arch=${arch}`,
    ...levels.map((level) => `sandbox=${level}`),
    ...workspaces.map((name) => `workspace=${name}`),
    ...repositories.map((name) => `repository=${name}`),
  ];
}

/** Why a label that was given does not hold here; null where it does, or nobody but its giver can know. */
export function labelFault(label: string, facts: WorkerFacts): string | null {
  const [kind = "", value = ""] = label.split(/=(.*)/s);
  if (kind === "tool")
    return facts.tools.includes(value) ? null : `${label}: there is no tool ${value} here`;
  if (kind === "gpu") return facts.hasGpu ? null : `${label}: no device of one was found`;
  if (kind === "worker") return `${label}: a worker has its own name there, from --name`;
  if (!["os", "arch", "sandbox", "workspace", "repository"].includes(kind)) return null;
  if (ownLabels(facts).includes(label)) return null;
  const own = ownLabels(facts).filter((one) => one.startsWith(`${kind}=`));
  return `${label}: this machine has ${own.join(", ") || `no ${kind}`}`;
}
