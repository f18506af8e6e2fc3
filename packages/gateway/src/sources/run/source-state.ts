/** The state of a source, for people and for `--json`: its server, its tools, what differs from what was agreed to. */
import type { PinDrift } from "@toolplane/contract/ports";
import type { QuarantinedTool, UpstreamHealth, UpstreamTool } from "@toolplane/mcp/client";
import type { ApiFacts } from "@toolplane/openapi";
import { isTrusted } from "../list/server-digest.ts";
import type { Source } from "../list/source.ts";

export interface SourceState {
  readonly name: string;
  readonly enabled: boolean;
  /** A person agreed to exactly this server. */
  readonly trusted: boolean;
  /** Nothing of ours holds what it does. */
  readonly unconfined: boolean;
  readonly health: UpstreamHealth;
  readonly tools: readonly SourceTool[];
  /**
   * The facts that the description of a web API gives, where it was read; only its digest where it is the one that was agreed to.
   */
  readonly api?: Partial<ApiFacts> & { readonly text: string };
  /** Tools that are not offered, and why. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}

/** A tool of a source as the library shows it. @public */
export interface SourceTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Null where it is what a person agreed to. */
  readonly drift: PinDrift | null;
}

export function describeSource(
  source: Source,
  facts: {
    readonly health: UpstreamHealth;
    readonly tools: readonly UpstreamTool[];
    readonly quarantined: readonly QuarantinedTool[];
    readonly drift: (tool: string) => PinDrift | null;
    readonly unconfined: boolean;
    readonly problems: readonly { readonly name: string; readonly reason: string }[];
  },
): SourceState {
  const { name, enabled } = source;
  return {
    name,
    enabled,
    trusted: isTrusted(source),
    unconfined: facts.unconfined,
    health: facts.health,
    tools: facts.tools.map(({ tool, remoteName }) => ({
      id: tool.id,
      name: remoteName,
      description: tool.description,
      drift: facts.drift(tool.id),
    })),
    left: [
      ...facts.quarantined.map((tool) => ({ name: tool.remoteName, reason: tool.reason })),
      ...facts.problems,
    ],
  };
}
