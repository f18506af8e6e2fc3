/**
 * The offer to run a contained command once more. It failed at something that is closed to commands that run unasked: hosts that it
 * wanted, files that it was not shown. One yes opens all of that to the second run, and hosts may be opened to the project for good.
 */
import {
  type EndedCommand,
  type FsTarget,
  isToolError,
  type NetTarget,
  type Opinion,
  type ProcessReport,
  type ProcessResult,
  type Resource,
} from "@toolplane/contract";
import type { ProcessContext } from "@toolplane/contract/ports";
import { readComplaints } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";
import { kindOf } from "../../resource/kinds.ts";
import { askPerson } from "../gate/ask-person.ts";
import type { ClosedHost } from "../gate/decide-access.ts";
import { keepRules } from "../gate/keep-rules.ts";
import { offeredHosts } from "../gate/offered-hosts.ts";

interface WiderRun {
  /** Hears of the hosts that the first run wanted. */
  readonly onClosed: (closed: ClosedHost) => void;
  /** Asked while nothing has landed yet; whatever is thrown here is thrown again by `isWanted`. */
  readonly beforeLanding: NonNullable<ProcessContext["runsAgain"]>;
  /** The earlier answer, or a new question where the host did not ask. */
  isWanted(first: ProcessResult): Promise<boolean>;
  /** The hosts that the question named. */
  hosts(): readonly (Resource & NetTarget)[];
}

/** More are not read before a yes. */
const MAX_HOSTS = 20;

/** A person is asked once, if at all. */
export function createWiderRun(
  call: CallState,
  opened: readonly (Resource & FsTarget)[],
): WiderRun {
  const closed = new Map<string, ClosedHost>();
  let wanted: readonly ClosedHost[] = [];
  let asked: Promise<boolean> | null = null;
  const ask = (ended: EndedCommand, state: FirstRun): Promise<boolean> => {
    if (asked !== null) return asked;
    wanted = wantedHosts(call, ended, [...closed.values()]);
    const walls = wallsOf(call, ended.report, opened);
    asked =
      ended.exitCode === 0 ? Promise.resolve(false) : allowsWider(call, { walls, wanted, state });
    return asked;
  };
  return {
    onClosed(host) {
      const { scheme, host: name, port } = host.target;
      const target = { capability: "net.fetch", scheme, host: name, port } as const;
      if (closed.size < MAX_HOSTS) closed.set(kindOf(target).identity(target), { ...host, target });
    },
    beforeLanding: (ended) => ask(ended, "waits"),
    isWanted: (first) =>
      first.cancelled ? (asked ?? Promise.resolve(false)) : ask(first, "stays"),
    hosts: () => wanted.map(hostResource),
  };
}

/** The state of what the first run changed. */
type FirstRun = "waits" | "stays";

/**
 * Hosts that it failed at, as far as its output tells: a program may look elsewhere by the way, and fail for reasons of its own. One
 * that fails without a word (`curl -s`) failed at what it wanted.
 */
function wantedHosts(
  { session }: CallState,
  { output }: EndedCommand,
  closed: readonly ClosedHost[],
): readonly ClosedHost[] {
  if (closed.length === 0) return [];
  const [root = "/"] = session.variables.workspace ?? [];
  if (output.trim() === "" || readComplaints(output, root).network) return closed;
  return closed.filter(({ target }) => output.includes(target.host));
}

function hostResource({ target }: ClosedHost): Resource & NetTarget {
  return { ...target, origin: "direct", via: "destination" };
}

/**
 * Lists the walls that a wider run could open beside hosts. A command that reports success has done its work, and the walls it met
 * are in its report. What a rule denies stays closed in any run, so there is no question about it.
 */
function wallsOf(
  call: CallState,
  report: EndedCommand["report"] & Pick<ProcessReport, "takenBack">,
  opened: readonly FsTarget[],
): readonly string[] {
  const { likelyRefused, takenBack = [] } = report;
  const named = opened.map(({ path }) => path);
  const paths = [...likelyRefused, ...takenBack, ...named].filter((path) => !isDenied(call, path));
  return [...new Set(paths)];
}

function isDenied(call: CallState, path: string): boolean {
  return (["fs.read", "fs.write"] as const).some((capability) => {
    const resource = { capability, path, real: path, via: "operand" } as const;
    return evaluatePolicies(call.session.policies, resource, { id: "" }).action === "deny";
  });
}

const FIRST_RUNS: Readonly<Record<FirstRun, string>> = {
  waits: "What it has changed is dropped when it runs again.",
  stays: "What it did before that stays done.",
};

interface Offered {
  readonly walls: readonly string[];
  readonly wanted: readonly ClosedHost[];
  readonly state: FirstRun;
}

async function allowsWider(call: CallState, { walls, wanted, state }: Offered): Promise<boolean> {
  if (!call.session.questions || walls.length + wanted.length === 0) return false;
  const offered = wanted.every(({ byRule }) => byRule)
    ? offeredHosts(
        call,
        wanted.map(({ target }) => target),
      )
    : {};
  try {
    const { choice } = await askPerson(call, {
      kind: "wider-rerun",
      reasons: [
        asking(
          `${metText(walls, wanted)} A yes runs it again with that open. ${FIRST_RUNS[state]}`,
        ),
        ...wanted.filter(({ byRule }) => !byRule).map(({ reason }) => asking(reason)),
      ],
      footprint: {
        resources: [...(call.footprint?.resources ?? []), ...wanted.map(hostResource)],
      },
      cover: null,
      ...offered,
    });
    if (choice !== "rule" || !offered.offer) return choice === "once";
    await keepRules(call, offered.offer);
    return true;
  } catch (error) {
    if (isToolError(error) && error.code === "cancelled") throw error;
    return false;
  }
}

function asking(reason: string): Opinion {
  return { judge: "mode", action: "ask", hard: false, reason };
}

/** The name of the network among the walls says nothing where its hosts are known. */
function metText(walls: readonly string[], wanted: readonly ClosedHost[]): string {
  const hosts = wanted.map(({ target }) => `${target.host}:${target.port}`);
  const others = walls.filter((wall) => hosts.length === 0 || wall !== "network");
  const wants = `It failed because the network is closed. It wanted ${hosts.join(", ")}.`;
  const met =
    others.join() === "network"
      ? "It failed, probably because it ran without a network."
      : `It failed, probably because the sandbox kept this from it: ${others.join(", ")}.`;
  return [...(hosts.length > 0 ? [wants] : []), ...(others.length > 0 ? [met] : [])].join(" ");
}
