/**
 * Reads what one call carries out and where to, from its footprint and its arguments. The footprint decides what it
 * can: a host that is reached is a destination, even where a page is only read, for its name and its address carry
 * words too. For a server's tool only its arguments tell, and what they do not tell is unnamed.
 */
import type {
  CallFlow,
  Destination,
  FlowEffect,
  Footprint,
  JsonObject,
  NetTarget,
  Resource,
  ShellUnit,
  Tool,
} from "@toolplane/contract";
import { argumentDestinations, carriesText } from "./argument-destinations.ts";
import { callDeed } from "./call-deed.ts";
import { readDestination } from "./read-destination.ts";

export interface FlowingCall {
  readonly tool: Tool;
  /** Its answers come from a server, and so do its own words about it. */
  readonly remote: boolean;
  readonly args: JsonObject;
  readonly footprint: Footprint;
  /** True where processes have no network but what a gate lets through, host by host. */
  readonly sandboxed: boolean;
  /** True for a path that is not held here: outside the workspace, scratch and what a person added. */
  readonly isOutside: (path: string) => boolean;
}

const NOTHING: CallFlow = Object.freeze({ effect: "read", destinations: [] });

export function callFlow(call: FlowingCall): CallFlow {
  const { tool, remote, args } = call;
  if (tool.composite) return NOTHING;
  const touched = touchedPlaces(call);
  const effect = effectOf(call, touched.length > 0);
  if (effect === "read") return NOTHING;
  if (tool.flow === null && !remote) return { effect, destinations: touched };
  const { parameters, flow } = tool;
  // A plain read whose arguments hold no text of their own goes to its server only.
  if (remote && flow?.effect === "read" && !carriesText(args, parameters))
    return { effect, destinations: touched };
  const sends = effect === "send";
  const said = argumentDestinations({ parameters, destinations: flow?.destinations, sends }, args);
  // A call whose arguments name no receiver has none: the server alone is where it runs, not the receiver.
  if (said.length === 0 && touched.length > 0) return { effect, destinations: touched };
  const deed = effect === "change" && !remote ? callDeed(tool.id, args) : null;
  return { effect, destinations: [...said, ...touched], ...(deed ? { deed } : {}) };
}

/**
 * The tool's own declaration can lower the effect that its origin alone would give, because only the tool knows that it
 * is a plain read. It never lowers what was touched.
 */
function effectOf({ tool, remote, args }: FlowingCall, touches: boolean): FlowEffect {
  const { flow } = tool;
  const stated = flow?.effect ?? (remote ? "send" : "read");
  // A server's plain read is one only where its arguments carry nothing: they leave with it.
  const own = remote && stated === "read" && carriesText(args, tool.parameters) ? "send" : stated;
  const effect = own === "send" && !remote && !isSent(flow?.sendsWith, args) ? "change" : own;
  return touches ? "send" : effect;
}

function isSent(parameters: readonly string[] | undefined, args: JsonObject): boolean {
  if (parameters === undefined) return true;
  return parameters.some((name) => {
    const value = args[name];
    const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
    return value !== undefined && value !== null && !isEmpty;
  });
}

/** Places in the footprint: hosts, remotes that are pushed to, files outside; and a process that nothing holds. */
function touchedPlaces(call: FlowingCall): readonly Destination[] {
  return call.footprint.resources.flatMap((resource) => placeOf(call, resource) ?? []);
}

function placeOf(call: FlowingCall, resource: Resource): Destination | null {
  switch (resource.capability) {
    case "net.fetch":
      // The session's own server is no place outside of it.
      if (resource.served === true) return null;
      return isPushedTo(call, resource) ? null : hostOf(call, resource);
    case "fs.write":
      return call.isOutside(resource.real)
        ? readDestination("path", resource.path, "fs.write")
        : null;
    case "shell.run":
      return pushedRemote(resource.unit) ?? (call.sandboxed ? null : unheld(resource.unit));
    default:
      return null;
  }
}

/** The host of a remote that is pushed to by its name: the remote itself is the destination, and means one repository there. */
function isPushedTo({ footprint }: FlowingCall, { via, unitIndex }: Resource): boolean {
  if (via !== "configuration") return false;
  const unit = footprint.resources.find(
    (one) => one.capability === "shell.run" && one.unitIndex === unitIndex,
  );
  return unit?.capability === "shell.run" && pushedRemote(unit.unit) !== null;
}

/** The page where the call says it, the host where only that is known. */
function hostOf({ args }: FlowingCall, resource: NetTarget & Resource): Destination {
  const text = resource.argument === undefined ? undefined : args[resource.argument];
  return resource.via === "argument" && typeof text === "string"
    ? readDestination("url", text, "net.fetch")
    : readDestination("host", resource.host, "net.fetch");
}

/** `git push` without a remote goes where the branch is set to: that is whatever the configuration says, so it is `origin`. */
function pushedRemote(unit: ShellUnit): Destination | null {
  const words = [unit.argv, ...(unit.alternates ?? [])].map((argv) =>
    argv.map((word) => (typeof word === "string" ? word : null)),
  );
  for (const [program, ...given] of words) {
    if (program?.replace(/^.*\//, "") !== "git") continue;
    const [command, ...rest] = afterOptions(given);
    if (command !== "push") continue;
    const [remote] = rest.filter((word) => word === null || !word.startsWith("-"));
    const from = "git push";
    return remote === null
      ? { kind: "remote", text: unit.text, value: null, from }
      : readDestination("remote", remote ?? "origin", from);
  }
  return null;
}

/** Options of git itself come before its command; these take the next word. */
const WITH_VALUE: ReadonlySet<string | null> = new Set([
  ...["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--exec-path"],
]);

function afterOptions(words: readonly (string | null)[]): readonly (string | null)[] {
  let at = 0;
  while (words[at]?.startsWith("-")) at += WITH_VALUE.has(words[at] ?? null) ? 2 : 1;
  return words.slice(at);
}

/** Without a sandbox a program that does more than read may reach anything. */
function unheld({ effect, neutral, text }: ShellUnit): Destination | null {
  if (effect === "read" || neutral === true) return null;
  return { kind: "host", text, value: null, from: "a process without a sandbox" };
}
