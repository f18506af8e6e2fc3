/** One call against the host of a bench: its doors, its gate, and the ways a check says what it expects. */
import type {
  Confinement,
  FsDoor,
  FsTarget,
  JournalDoor,
  NetDoor,
  NetTarget,
} from "@toolplane/contract";
import type {
  Access,
  DoorContext,
  GateDecision,
  LandingJudge,
  ProcessContext,
  Redactor,
} from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import { createDoorContext, createScriptedGate } from "../create-scripted-gate.ts";
import type { HostBench } from "./host-conformance.ts";

/** A gate's answer to an access: null lets it pass. */
export type Refusing = (access: Access) => GateDecision | null;

/** Values of a check instead of the usual ones. */
export interface CallOptions {
  readonly refuse?: Refusing;
  readonly signal?: AbortSignal;
  readonly sessionId?: string;
  readonly callId?: string;
  readonly redactor?: Redactor;
  readonly onOutput?: (text: string) => void;
  readonly confinement?: Confinement;
  readonly landing?: LandingJudge;
}

/** The doors of one call, and what they asked. */
export interface OpenCall {
  readonly fs: FsDoor;
  readonly net: NetDoor;
  readonly journal: JournalDoor;
  readonly context: ProcessContext;
  /** Questions about files, in order. */
  asked(capability?: FsTarget["capability"]): readonly FsTarget[];
  /** Questions about hosts, in order. */
  askedHosts(): readonly NetTarget[];
}

/** The session of every call that names none. */
export const SESSION = "session_a";

/** A refusal by a person: a code that no door would come up with itself. */
export const REFUSED: GateDecision = {
  allowed: false,
  code: "approval_rejected",
  reason: "refused by the check",
  askable: false,
};

export function openCall(bench: HostBench, options: CallOptions = {}): OpenCall {
  const { refuse = () => null, onOutput, confinement, landing, ...given } = options;
  const gate = createScriptedGate(refuse);
  const door: DoorContext = createDoorContext({ sessionId: SESSION, ...given, gate });
  const { host } = bench;
  const context: ProcessContext = {
    ...door,
    confinement: confinement ?? confinementOf(bench),
    ...(onOutput === undefined ? {} : { onOutput }),
    ...(landing === undefined ? {} : { landing }),
  };
  return {
    fs: host.files(door),
    net: host.network(door),
    journal: host.journal(door),
    context,
    asked: (capability) =>
      gate
        .asked()
        .filter((access): access is FsTarget => "real" in access)
        .filter((access) => capability === undefined || access.capability === capability),
    askedHosts: () =>
      gate.asked().filter((access): access is NetTarget => access.capability === "net.fetch"),
  };
}

/** Refuses files whose lexical or real path is one of these, or lies below one. */
export function refusing(...paths: readonly string[]): Refusing {
  const below = (path: string) => paths.some((refused) => isWithin(path, refused));
  return (access) =>
    "real" in access && (below(access.path) || below(access.real)) ? REFUSED : null;
}

/** Workspace and scratch, no network. */
export function confinementOf(
  { host, workspace }: Pick<HostBench, "host" | "workspace">,
  masked: readonly string[] = [],
): Confinement {
  const { scratch = [] } = host.variables();
  const reach = [[workspace, ...scratch].map((root) => `${root}/**`)];
  const masks = masked.map((pattern) => ({
    pattern,
    except: [],
    action: "deny" as const,
    folded: true,
  }));
  const files = { reach, masks, opened: [] };
  const network = { access: "none" as const, reach: [], masks: [], opened: [] };
  return { read: files, write: files, network, env: [], contained: false };
}

/** Masks one word, however it is cut into pieces. */
export function wordRedactor(word: string, mask: string): Redactor {
  const text = (input: string): string => input.replaceAll(word, mask);
  return {
    text,
    value: (value) => value,
    stream() {
      let held = "";
      return {
        push(chunk) {
          held = text(held + chunk);
          const out = held.slice(0, Math.max(0, held.length - word.length + 1));
          held = held.slice(out.length);
          return out;
        },
        end() {
          const rest = held;
          held = "";
          return rest;
        },
      };
    },
  };
}
