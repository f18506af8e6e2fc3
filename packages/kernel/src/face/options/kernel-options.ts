/** Options of a kernel and of a session. Everything but `host` has a safe default. */
import type {
  AgentManifest,
  AgentSession,
  Approval,
  ClientService,
  ExecutionStrategy,
  FlowFacts,
  Json,
  KeptRules,
  PolicyLayer,
  PolicyRule,
  Receipt,
  RequirementSet,
  Rule,
  SecurityMode,
  SessionManifest,
  SessionServices,
  StateSlot,
  Tool,
  ToolMode,
  ToolplaneEvent,
  Variables,
} from "@toolplane/contract";
import type { Broker, BroughtFiles, Host, Recorder, RecordKey } from "@toolplane/contract/ports";
import type { ApprovalIdentity } from "../../approval/approval-book.ts";
import type { Foresee } from "../../approval/foresee.ts";
import type { TokenLedger } from "../../budget/token-ledger.ts";
import type { FlowPreset } from "../../flow/flow-policy.ts";
import type { CallHooks } from "../../hooks/call-hooks.ts";
import type { ConsentNeeds, Flags, Guard, GuardOrder, StateMachine } from "../../judge/judges.ts";
import type { RegistryOptions } from "../../registry/registry-options.ts";
import type { ReadOutput, RetryProfile, Steering, Uncaught } from "../../session/session-state.ts";
import type { DeclaredEnv } from "../../session/session-tool.ts";
import type { Watchdog } from "../../watchdog/run-watchdog.ts";
import type { Session } from "./session.ts";

/** One kernel: tools, policy and judges that all its sessions share. */
export interface KernelOptions {
  readonly host: Host;
  /** The host program's own tools: layer `bundled`. A wrong one is left out and listed in `problems()`. */
  readonly tools?: readonly Tool[];
  /**
   * A preset's tools, below the host program's own; `unlisted` ones can be called, but a model's list leaves them out. `inside`: calls of
   * the program itself, which nobody is shown.
   */
  readonly presetTools?: {
    readonly tools: readonly Tool[];
    readonly unlisted?: readonly Tool[];
    readonly inside?: readonly Tool[];
  };
  /** Configuration of tools by id: `enabled`, `timeoutMs`, and what the tool's own schema takes. */
  readonly toolConfig?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** How tools start, drain and are deferred. */
  readonly registry?: Partial<Omit<RegistryOptions, "config" | "clock" | "variables">>;
  readonly manifest?: AgentManifest;
  /** Further variables of patterns, beside the host's: `{api}` in a host pattern matches each of its values. */
  readonly variables?: Variables;
  /** Project and session layers from files or code. */
  readonly policy?: readonly PolicyLayer[];
  /** False leaves the default policy out; rules of your own take the place of its allowances. */
  readonly defaultPolicy?: boolean | readonly Rule[];
  /**
   * The shipped rules about what a session has seen: `default` (after `private` and `untrusted`, what carries data out asks unless
   * its destination was named), `wary` (after `untrusted` alone, and changes of what is not held here too), `off`. `default` with
   * the default policy and `off` without it, unless given.
   */
  readonly flow?: FlowPreset;
  /**
   * Whose output a model is shown as content, inside a fence: `foreign`, what came from outside; `all`, of every tool that reaches
   * files, processes or the network. `foreign` unless given.
   */
  readonly marks?: "foreign" | "all";
  /** Files that earlier calls brought from outside, where they are kept. */
  readonly brought?: BroughtFiles;
  /**
   * Lets a call that no rule decides run unasked where its effects are held: files that doors write in the workspace,
   * which the journal takes back, and commands in a sandbox without network. False asks about both.
   */
  readonly contained?: boolean;
  /**
   * Hosts of this machine and of private networks that need no question, such as `localhost:3000`. Where a manifest declares scopes,
   * those are all there is.
   */
  readonly localHosts?: readonly string[];
  /** The most that any tool may reach. Absent: no ceiling. */
  readonly ceiling?: RequirementSet;
  /** Absent: there is no person to ask, so every ask is a deny. */
  readonly broker?: Broker;
  /** Works out what a call that asks would do to files, to show it with the question; it bounds its own time. */
  readonly foresee?: Foresee;
  /**
   * Modes of tools whose calls show what they are about to do to files when nobody is asked: before they run where `foresee`
   * knows it, and before the changes of a command land. An event tells it, `call-preview`.
   */
  readonly preview?: readonly ToolMode[];
  readonly recorder?: Recorder;
  /** Called with the events of every session, from its opening on. */
  readonly onEvent?: (event: ToolplaneEvent) => void;
  readonly agent?: AgentSession;
  /** Known secret values by name; they are masked in every sink. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Key for receipts; random per kernel when absent, so receipts do not outlive it. */
  readonly receiptKey?: RecordKey;
  /** Takes a *once* for good, for every process; false, or a rejection, when it cannot be had. Absent: this session only knows. */
  readonly spendReceipt?: (receipt: Receipt) => Promise<boolean>;
  /** Called when a session's approvals were cleared, so that their kept copies go too. */
  readonly onClearApprovals?: (sessionId: string) => void;
  /** Called when a person chose another mode for a session, with its new manifest. */
  readonly onModeChange?: (manifest: SessionManifest) => void;
  /** The name of the profile that chose these options: it stands in a session's manifest, and has no other effect. */
  readonly profile?: string;
  readonly consent?: Partial<ConsentNeeds>;
  readonly flags?: Flags;
  readonly stateMachine?: StateMachine;
  readonly guards?: readonly Guard[];
  readonly watchdog?: Watchdog;
  readonly watchdogTimeoutMs?: number;
  readonly hooks?: readonly CallHooks[];
  /** A profile's own word on trying again, instead of each tool's. */
  readonly retry?: RetryProfile;
  /**
   * The fate of the words of an error that a tool throws and that is no ToolError: `hidden` keeps them from the model and from the
   * record, `told` gives them to both, masked and cut, and calls a missing file `not_found`. `hidden` unless given.
   */
  readonly uncaught?: Uncaught;
  /** Reads an object that a tool of this program returned in another form than data; a server's answer is always data. */
  readonly readOutput?: ReadOutput;
  readonly services?: SessionServices;
  readonly stateSlot?: (sessionId: string, toolId: string) => StateSlot;
  /** Asked at every call; false refuses it. */
  readonly toolsEnabled?: () => boolean;
  /** Output caps by tool id, in bytes. */
  readonly maxOutput?: Readonly<Record<string, number>>;
  /** For a session together with all its subagents. */
  readonly maxCallsPerSession?: number;
  readonly maxArgumentBytes?: number;
  readonly maxDepth?: number;
  /**
   * `key`: a person's lasting answer holds for the tool and the key that the tool gives its calls, whatever a later call touches. It
   * answers soft asks only. Without it an answer covers what the person was shown.
   */
  readonly approvalsBy?: ApprovalIdentity;
  /** Asks, softly, about every call of a gated tool that no rule allowed, even one that touches nothing. */
  readonly asksGated?: boolean;
  /**
   * `after-mode`: guards are heard last, about calls that the mode or a person let through. A rejected call never reaches one.
   * Without it they are heard with the other judges, before anybody is asked.
   */
  readonly guardOrder?: GuardOrder;
  /**
   * `with-call`: the variables that a tool declared are part of what each of its calls touches, so they are shown, judged and given
   * with the call. Without it only a rule about `env` gives one.
   */
  readonly declaredEnv?: DeclaredEnv;
  /** Lets `always, this project` be stored. Off by default. */
  readonly projectApprovals?: boolean;
  /**
   * Writes down rules that a person gave with the answer `rule`, and puts them in force; must not reject. Absent: a question
   * offers *once* and *exactly this*, and no rule.
   */
  readonly keepRules?: (kept: KeptRules) => Promise<void>;
}

/** A call of a session that goes on. `unknown`: it was started, and its end was not recorded. */
interface EarlierCall {
  readonly callId: string;
  readonly state: "done" | "unknown";
}

/** The work that a session did before it goes on. */
export interface EarlierWork {
  /** Calls already made in this session, by tool. */
  readonly usedCalls?: Readonly<Record<string, number>>;
  /** The same of each session below it, by session: they share one budget. */
  readonly usedBelow?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The calls that it made: their ids are not used again. */
  readonly earlierCalls?: readonly EarlierCall[];
  /** Labels that it and the sessions below it had seen, and names that the person had used. */
  readonly flow?: FlowFacts;
}

/**
 * The session that a child is below, where that one is open in another process. It is shown and counted below it; what bounds it comes
 * with its own options, so whoever opens it says there all that the one above allows.
 */
interface SessionAbove {
  readonly sessionId: string;
  readonly depth: number;
  /** Agents above, as people are shown them: the outermost first. */
  readonly agents: readonly string[];
  /** The declared needs of those above it: its reach is inside of each. */
  readonly requires: readonly RequirementSet[];
}

export interface SessionOptions extends EarlierWork {
  readonly id?: string;
  readonly mode?: SecurityMode;
  readonly allowlist?: readonly string[];
  /** True: no person is asked although there is a broker. */
  readonly headless?: boolean;
  /** Asks the person in this session and its children, instead of the kernel's broker. */
  readonly broker?: Broker;
  /** Rules of scope `session`. In a child: only what they deny or ask about counts. */
  readonly rules?: readonly PolicyRule[];
  /** For a child: what it declares to need; its reach is the parent's inside this. */
  readonly requires?: RequirementSet;
  readonly role?: string;
  /** The agent that works in it, as people are shown it; for a subagent its type. */
  readonly agent?: string;
  /** The only tools that it has, by id, found already; a child never has one that its parent has not. Absent: all of them. */
  readonly tools?: readonly string[];
  readonly workspace?: string;
  /** The program that the calls come from, in its own words; kept in the manifest and of no other effect. */
  readonly client?: string;
  /** The program itself, for tools that ask it for more. A child session has none. */
  readonly clientService?: ClientService;
  /** Bytes that one result may hold, whatever its tool says; what is longer is cut, with the whole in a sidecar. */
  readonly maxResultBytes?: number;
  /** How the calls of one response run: "parallel" unless said. */
  readonly strategy?: ExecutionStrategy;
  /** Asked between calls for new instructions; anything found skips what has not begun. */
  readonly steering?: Steering;
  /** Tokens of the workflow; a child has its parent's whatever it says. */
  readonly tokens?: TokenLedger;
  /** The session whose permissions bound this one. Its approvals are not inherited; cancelling it cancels this one. */
  readonly parent?: Session;
  readonly below?: SessionAbove;
  /** Approvals that were kept earlier. */
  readonly approvals?: readonly Approval[];
  /** The same where it must be read first: calls wait for it, and none runs where it cannot be read. */
  readonly earlier?: Promise<EarlierWork>;
  /** When a session that goes on began; now unless given. */
  readonly createdAtMs?: number;
}
