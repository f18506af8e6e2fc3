/**
 * The second argument of `execute`: only the doors that `requires` opened, typed that way, plus what every tool
 * may use. Adding a member is not a breaking change; a tool never touches the event system itself.
 */
import type { ToolQuestion } from "../call/approval.ts";
import type { InvocationContext } from "../call/call.ts";
import type { ProgressFigures } from "../call/progress-figures.ts";
import type { BackgroundRuns, SpawnRequest, SpawnResult } from "../doors/agent-session.ts";
import type { CallsDoor } from "../doors/calls-door.ts";
import type { ClientService } from "../doors/client-service.ts";
import type { ComputeAnswerer } from "../doors/compute.ts";
import type {
  EnvDoor,
  FsReadDoor,
  FsWriteDoor,
  JournalDoor,
  NetDoor,
  ProcessDoor,
  ShellDoor,
} from "../doors/doors.ts";
import type { LanguageService } from "../doors/language-service.ts";
import type { RequirementSet } from "../policy/requirement.ts";
import type { Rule } from "../policy/rule.ts";
import type { LabelSource } from "../result/flow.ts";
import type { Json } from "../schema/json-schema.ts";

/** One item of the session's todo list. */
export interface TodoItem {
  readonly content: string;
  readonly activeForm: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** A skill or a tool that can be found by its description. */
export interface IndexEntry {
  readonly name: string;
  readonly description: string;
}

/** Limits in a session while something is in use there, named after what set them: `skill release`. */
export interface Narrowing {
  readonly by: string;
  /** Rules that allow. What they do not allow is refused; what they allow is judged as without them. */
  readonly rules: readonly Rule[];
}

/** The part of a session that a service of skills may change when one is loaded. */
export interface SkillUse {
  readonly sessionId: string;
  /** Narrows the session until it ends or its host lifts it. Never opens anything. Throws a ConfigurationError on wrong rules. */
  narrow(narrowing: Narrowing): void;
}

/** The labels of a note: those of everything that its session had read by then. */
export interface MemoryUse {
  readonly labels: readonly LabelSource[];
  readonly sessionId: string;
}

/** Services of the session. Each is there only when the host has it, so a tool says `unavailable` when it is not. */
export interface SessionServices {
  readonly todo?: { get(): readonly TodoItem[]; set(items: readonly TodoItem[]): void };
  /** `use` is the session's own, given by the kernel: a tool gives a name and no more. */
  readonly skills?: {
    list(): readonly IndexEntry[];
    load(name: string, use?: SkillUse): Promise<string | null>;
  };
  /** Found tools become callable for the rest of the session. */
  readonly tools?: { search(query: string, limit: number): Promise<readonly IndexEntry[]> };
  readonly memory?: {
    read(key: string): Promise<string | null>;
    /** `use` is the session's own, given by the kernel: a tool gives a key and a text and no more. */
    write(key: string, content: string, use?: MemoryUse): Promise<void>;
    list(): Promise<readonly string[]>;
    remove(key: string): Promise<boolean>;
    /** Labels of what is kept under a key, or of all that is kept. */
    labels?(key?: string): Promise<readonly LabelSource[]>;
  };
  /** Language servers, started when they are first asked. */
  readonly languages?: LanguageService;
  /** There for sessions of MCP clients only. */
  readonly client?: ClientService;
  /** Subagents that this session started in the background. */
  readonly background?: BackgroundRuns;
}

/** The tool's own memory across turns. Only a tool that declared `state` has one, and it sees no other tool's. */
export interface StateSlot {
  get(): Promise<Json | null>;
  set(value: Json): Promise<void>;
}

/** The part of the runtime that every tool gets. Doors to files, network and processes come on top, one by one. */
export interface RuntimeBase {
  readonly call: InvocationContext;
  /** Aborted when the call, its turn or its session is cancelled, or when its deadline passes. */
  readonly signal: AbortSignal;
  /** Reports a partial result to people and logs; never sent to a model. */
  update(partial: Json): void;
  /** Reports progress in words, with figures where there are some. */
  progress(text: string, figures?: ProgressFigures): void;
  /** Settles after at least `ms`, counted by the host's clock; rejects when the call is stopped. The deadline runs on. */
  wait(ms: number): Promise<void>;
  /** Asks the user; the deadline is paused. Headless: a ToolError of code `unavailable`. */
  ask(questions: readonly ToolQuestion[]): Promise<readonly (readonly string[])[]>;
  /** Starts a subagent; a ToolError of code `unavailable` where no agent is wired. */
  spawn(request: SpawnRequest): Promise<SpawnResult>;
  readonly services: SessionServices;
  /** The tool's validated config; `{}` without one. */
  readonly config: Readonly<Record<string, Json>>;
  readonly state: StateSlot;
}

/** Runs a pure module in a worker with a deadline. `answer` answers what the module asks while it runs. */
export type Compute = (
  module: string,
  input: unknown,
  options?: { readonly timeoutMs?: number; readonly answer?: ComputeAnswerer },
) => Promise<unknown>;

type Fs<R> = R extends {
  readonly fs: { readonly read: readonly string[]; readonly write: readonly string[] };
}
  ? { readonly fs: FsReadDoor & FsWriteDoor }
  : R extends { readonly fs: { readonly read: readonly string[] } }
    ? { readonly fs: FsReadDoor }
    : R extends { readonly fs: { readonly write: readonly string[] } }
      ? { readonly fs: FsWriteDoor }
      : unknown;
type Net<R> = R extends { readonly net: object } ? { readonly net: NetDoor } : unknown;
type Shell<R> = R extends { readonly shell: readonly unknown[] }
  ? { readonly shell: ShellDoor; readonly process: ProcessDoor }
  : unknown;
type Env<R> = R extends { readonly env: readonly string[] } ? { readonly env: EnvDoor } : unknown;
type Names<R> = R extends { readonly capabilities: readonly (infer C)[] } ? C : never;
type Journal<R> = "journal" extends Names<R> ? { readonly journal: JournalDoor } : unknown;
type Computing<R> = "compute" extends Names<R> ? { readonly compute: Compute } : unknown;
/** Absent for a tool that is not bundled, and for a call that a tool made. */
type Calling<R> = "calls" extends Names<R> ? { readonly calls?: CallsDoor } : unknown;

/** The runtime of a tool with these requirements. A door that was not declared does not exist, in types or at run time. */
export type Runtime<R = RequirementSet> = RuntimeBase &
  Fs<R> &
  Net<R> &
  Shell<R> &
  Env<R> &
  Journal<R> &
  Computing<R> &
  Calling<R>;

/** The runtime with every door, as the kernel builds it: absent ones are not there. */
export interface AnyRuntime extends RuntimeBase {
  readonly fs?: Partial<FsReadDoor & FsWriteDoor>;
  readonly net?: NetDoor;
  readonly shell?: ShellDoor;
  readonly process?: ProcessDoor;
  readonly env?: EnvDoor;
  readonly journal?: JournalDoor;
  readonly compute?: Compute;
  readonly calls?: CallsDoor;
}
