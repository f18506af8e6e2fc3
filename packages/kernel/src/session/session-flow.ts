/** The part of a session that the judges of labels need, made for one call. */
import type {
  BoundName,
  CallFlow,
  Destination,
  Footprint,
  JsonObject,
  Resource,
} from "@toolplane/contract";
import { callFlow } from "../flow/call-flow.ts";
import type { FlowView } from "../flow/judge-flow.ts";
import { readUrlPlace } from "../flow/read-destination.ts";
import type { SessionState } from "./session-state.ts";
import type { SessionTool } from "./session-tool.ts";

export type FlowSession = Pick<
  SessionState,
  "policies" | "flow" | "sandboxed" | "isHeld" | "analyzer"
>;

export interface FlowCall {
  readonly tool: SessionTool;
  readonly args: JsonObject;
  readonly footprint: Footprint;
  /** Kept with the call, so that the question can say it. */
  readonly keep?: (flow: CallFlow) => void;
}

export function flowViewOf(
  session: FlowSession,
  { tool, args, footprint, keep }: FlowCall,
): FlowView {
  const { policies, flow, sandboxed } = session;
  const { tool: called, remote, named } = tool.entry;
  let known: CallFlow | null = null;
  return {
    policies,
    flow,
    footprint,
    named,
    tool: called,
    isNamed: isNamedIn(session, footprint.resources),
    isAskedFor: flow.isAskedFor,
    callFlow() {
      if (known !== null) return known;
      const isOutside = (path: string): boolean => !session.isHeld(path);
      known = callFlow({ tool: called, remote, args, footprint, sandboxed, isOutside });
      keep?.(known);
      return known;
    },
  };
}

/** Names of remotes are looked up where the command that pushes runs. */
export function isNamedIn(
  { flow, analyzer }: Pick<FlowSession, "flow" | "analyzer">,
  resources: readonly Resource[],
): (destination: Destination) => boolean {
  const remotes = () => remotesOf(analyzer, resources);
  return (destination) => flow.isNamed(destination, remotes);
}

/** Hosts of the addresses that a remote's name means now; what is no address with a host gives none. */
export function remoteHosts(
  { analyzer }: Pick<FlowSession, "analyzer">,
  footprint: Footprint | null,
  name: string | null,
): readonly string[] {
  const remote = remotesOf(analyzer, footprint?.resources ?? []).find((one) => one.name === name);
  return (remote?.meant ?? []).flatMap(
    (address) => readUrlPlace(scpAsUrl(address))?.split("/")[0] ?? [],
  );
}

/** `git@host:path` is ssh's short form. */
function scpAsUrl(address: string): string {
  const short = /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)/.exec(address);
  return short ? `ssh://${short[1]}` : address.replace(/^([a-z+]+:\/\/)[^@/]*@/i, "$1");
}

function remotesOf(
  analyzer: FlowSession["analyzer"],
  resources: readonly Resource[],
): readonly BoundName[] {
  const unit = resources.find(({ capability }) => capability === "shell.run");
  const cwd = unit?.capability === "shell.run" ? unit.unit.cwd : null;
  return analyzer.remotes?.(cwd ?? undefined) ?? [];
}
