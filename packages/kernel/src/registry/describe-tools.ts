/**
 * The rows of `/tools`: every registration with where it comes from, how it is guarded, and which one has the name
 * right now.
 */
import type { ArgPattern, RequirementSet, ToolLayer, ToolMode } from "@toolplane/contract";
import type { OwnEntry } from "./entry/create-tool-entry.ts";
import type { Exposure, RegistrationStatus } from "./entry/tool-entry.ts";
import type { ToolMetrics } from "./life/metrics-book.ts";
import type { RegistryCore } from "./registry-core.ts";

export interface ToolRow {
  readonly name: string;
  readonly label: string;
  readonly registrationId: number;
  readonly layer: ToolLayer;
  /** `bundled`, `project`, `mcp:github`. */
  readonly origin: string;
  /** True for the one that a call by this name reaches. */
  readonly bound: boolean;
  readonly status: RegistrationStatus;
  readonly enabled: boolean;
  readonly exposure: Exclude<Exposure, "inside">;
  readonly mode: ToolMode;
  /** False only where `gated: false` is honoured. */
  readonly gated: boolean;
  /** `own`: the tool derives its approval keys itself. */
  readonly approvalKey: "footprint" | "own";
  /** True where its code runs in no process of the host's: a tool by its module, of a folder, or of a server. */
  readonly isolated: boolean;
  /** Its requirements, one short text each. */
  readonly requires: readonly string[];
  /** Origins of the registrations of this name that lie below. */
  readonly shadows: readonly string[];
  readonly shadowedBy: string | null;
  /** Why it cannot be called, when it cannot. */
  readonly reason: string | null;
  readonly calls: ToolMetrics;
}

/** Makes the rows: names in the order they were first taken, the highest layer first, then what was refused. */
export function describeTools({
  names,
  refused,
  metrics,
}: Pick<RegistryCore, "names" | "refused" | "metrics">): readonly ToolRow[] {
  const rows: ToolRow[] = [];
  for (const top of names.tops()) {
    if (top.exposure === "inside") continue;
    const bound = names.find(top.tool.id);
    let above: OwnEntry | null = null;
    for (let entry: OwnEntry | null = top; entry; entry = entry.below) {
      rows.push(rowOf({ entry, bound, above, calls: metrics.of(top.tool.id) }));
      if (entry.status === "active") above = entry;
    }
  }
  for (const entry of refused) {
    const bound = names.find(entry.tool.id);
    rows.push(rowOf({ entry, bound, above: null, calls: metrics.of(entry.tool.id) }));
  }
  return rows;
}

function rowOf(input: {
  readonly entry: OwnEntry;
  readonly bound: OwnEntry | null;
  readonly above: OwnEntry | null;
  readonly calls: ToolMetrics;
}): ToolRow {
  const { entry, bound, above, calls } = input;
  const { tool } = entry;
  return {
    name: tool.id,
    label: tool.label,
    registrationId: entry.registrationId,
    layer: entry.layer,
    origin: entry.origin,
    bound: entry === bound,
    status: entry.status,
    enabled: entry.enabled,
    exposure: entry.exposure === "inside" ? "unlisted" : entry.exposure,
    mode: tool.mode,
    gated: entry.gated,
    approvalKey: entry.approvalKey || entry.laterKey ? "own" : "footprint",
    isolated: entry.place.isolated || entry.remote,
    requires: describeRequirements(tool.requires),
    shadows: originsBelow(entry),
    shadowedBy: above?.origin ?? null,
    reason: reasonOf(entry, above),
    calls,
  };
}

function originsBelow(entry: OwnEntry): readonly string[] {
  const origins: string[] = [];
  for (let below = entry.below; below; below = below.below) origins.push(below.origin);
  return origins;
}

function reasonOf(entry: OwnEntry, above: OwnEntry | null): string | null {
  if (entry.reason) return entry.reason;
  if (entry.status === "starting") return "it is being started";
  if (above) return `shadowed by the tool of ${above.origin}`;
  return entry.enabled ? null : "switched off by its configuration";
}

/** Requirements as a person reads them, one short text each. */
export function describeRequirements(requires: RequirementSet): readonly string[] {
  const { fs, net, shell, env, capabilities } = requires;
  return [
    ...(fs?.read ?? []).map((scope) => `fs.read ${scope}`),
    ...(fs?.write ?? []).map((scope) => `fs.write ${scope}`),
    ...(net?.hosts ?? []).map((host) => `net.fetch ${host}`),
    ...(shell ?? []).map(({ cmd, args = [] }) =>
      ["shell.run", cmd, ...args.map(argumentText)].join(" "),
    ),
    ...(env ?? []).map((name) => `env ${name}`),
    ...(capabilities ?? []),
  ];
}

function argumentText(pattern: ArgPattern): string {
  if (typeof pattern === "string") return pattern;
  return "prefix" in pattern ? `${pattern.prefix}*` : "*";
}
