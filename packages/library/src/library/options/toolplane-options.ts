/** Options of a toolplane: the kernel's and the host's, and nothing that most users must say. */
import type { PriceTable } from "@toolplane/agent";
import type { ProfileName } from "@toolplane/compat";
import type { Tool } from "@toolplane/contract";
import type { Host, Recorder, RecordKey, Store } from "@toolplane/contract/ports";
import type { SourcesOption } from "@toolplane/gateway/sources/list";
import type { HostOptions } from "@toolplane/host";
import type { ToolFoldersOptions } from "@toolplane/host/tool-folders";
import type { EarlierWork, KernelOptions, SessionOptions } from "@toolplane/kernel";
import type { PresetName } from "@toolplane/tools";
import type { RequireOption } from "../../checks/require-option.ts";
import type { HeldSecret } from "../../ground/held-secret.ts";
import type { ModuleTool } from "./module-tool.ts";
import type { PolicyOption } from "./read-policy.ts";
import type { SkillsOption } from "./skills-option.ts";
import type { SubagentsOption } from "./subagents-option.ts";

/** The store of the record, the journal and people's answers, and the key that seals them (32 bytes or more). */
export interface RecordOption {
  readonly store: Store;
  readonly key: RecordKey;
}

/** Everything has a safe default. */
export interface ToolplaneOptions
  extends Omit<
      KernelOptions,
      "host" | "recorder" | "policy" | "presetTools" | "profile" | "tools" | "secrets"
    >,
    Omit<
      HostOptions,
      "workspace" | "readConfinement" | "store" | "onNotice" | "onDropped" | "keepsLargeFiles"
    > {
  /** The workspace root; the current directory unless given, null when none is open. */
  readonly workspace?: string | null;
  /**
   * The document whose defaults hold: its tools, who answers when no rule speaks, how approvals are kept, how tools of servers are
   * named, how a run ends. Every other option goes before what it chooses. None unless given: the defaults are our own.
   */
  readonly profile?: ProfileName;
  /**
   * A set of tools; `tools` are added to it. `locked` where neither is given:
   * thirteen tools that models know, because a model pays for every definition with every prompt. With `tools` alone: no other.
   */
  readonly preset?: PresetName;
  /**
   * The program's own tools: what `defineTool` made runs in this process, a {@link ModuleTool} apart from it. A wrong one is left
   * out and told of.
   */
  readonly tools?: readonly (Tool | ModuleTool)[];
  /**
   * Known secrets by name, masked in every sink. One that is an object is held by no command: those have a placeholder under its name,
   * and it is put into the requests that it is for.
   */
  readonly secrets?: Readonly<Record<string, string | HeldSecret>>;
  /** Only these tools of the preset, by id: a program that makes one known call starts sooner. */
  readonly only?: readonly string[];
  /**
   * Layers of rules, the project's rules as a plain list or as a rule file has them (`{ rules: [...] }`), or the path of a rule file
   * (JSON, comments allowed). Rules that do not compile are refused here.
   */
  readonly policy?: PolicyOption;
  /**
   * The checks that must pass before changes land: commands of the project, or functions. Those that the rule file at `policy`
   * requires are added.
   */
  readonly require?: RequireOption;
  /**
   * A store of your own, left open; false keeps no record. Unless given: SQLite in the user-data directory with a key beside
   * it, closed with the toolplane; and none at all with a `host` or a `recorder` of your own.
   */
  readonly record?: RecordOption | false;
  /** Defaults for every session, unless it says otherwise: its mode, its rules. */
  readonly session?: Omit<
    SessionOptions,
    "id" | "parent" | "approvals" | keyof EarlierWork | "earlier" | "createdAtMs"
  >;
  /**
   * Skills that the tool `skill` loads; false: none. Unless given: those of this machine, where the tool is there and `services`
   * has no skills of its own. Those of the workspace's project only where the person trusted them (`toolplane trust`).
   */
  readonly skills?: SkillsOption | false;
  /**
   * Kinds of subagents that the tool `task` starts, beside those that are built in. Unless given: those of this machine; the
   * project's only where the person trusted them (`toolplane trust`).
   */
  readonly subagents?: SubagentsOption;
  /**
   * The prices of models, by their names (`*` stands for anything), in dollars for a million tokens: `limits.costMicros` of an
   * agent needs the price of its model. None is known unless given.
   */
  readonly prices?: PriceTable;
  /**
   * Folders whose files are tools, each run in a process of its own in the sandbox. Those of layer `project` run only where
   * `isTrusted` says that a person agreed to exactly this content.
   */
  readonly toolFolders?: Omit<ToolFoldersOptions, "home" | "confined" | "clock">;
  /**
   * MCP servers whose tools are used on the same road: by name, in the words of `sources.jsonc`, or `kept`, the list that
   * `toolplane add` keeps. What a program names itself is agreed to as it is when the server is first started.
   */
  readonly sources?: SourcesOption;
  /** A recorder of your own, instead of one over `record`. */
  readonly recorder?: Recorder;
  /** A host of your own, instead of this machine. */
  readonly host?: Host;
  /** Hears what must not pass silently: that there is no sandbox, that the record failed. A process warning unless given. */
  readonly onWarning?: (text: string) => void;
}
