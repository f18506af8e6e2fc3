/**
 * The settings that hold here, from five layers: bundled (a profile chooses other defaults), global, project, environment, flags;
 * later ones win. Every value knows where it comes from. A project says nothing before a person trusted it, and then only rules
 * and the configuration of tools: mode, sandbox, reach and everything else that guards a person is that person's own.
 */

import type { PriceTable } from "@toolplane/agent";
import type { ProfileName } from "@toolplane/compat";
import type { Json, PolicyLayer, SecurityMode } from "@toolplane/contract";
import type { FlowPreset } from "@toolplane/kernel";
import type { PresetName } from "@toolplane/tools";
import type { HeldSecret } from "../../ground/held-secret.ts";
import type { NotifySetting } from "../../ground/notify-setting.ts";
import type { RecordPlace } from "../../ground/record-place.ts";
import type { RecordSetting } from "../../ground/record-setting.ts";
import type { PlacedCheck } from "../../ground/required-check.ts";

export type SettingOrigin =
  | { readonly layer: "bundled" }
  | { readonly layer: "profile"; readonly name: string }
  | { readonly layer: "global" | "project"; readonly file: string; readonly line: number }
  | { readonly layer: "environment"; readonly name: string }
  | { readonly layer: "flag"; readonly name: string };

/** Folders, absolute, and hosts of this machine or of private networks, that need no question for lying outside. */
export interface ReachSetting {
  readonly read: readonly string[];
  /** For reading and writing: they are part of the workspace. */
  readonly write: readonly string[];
  readonly hosts: readonly string[];
}

/** The values that can be set. */
export interface SettingValues {
  /** The document whose defaults hold, where the person named one. */
  readonly profile: ProfileName | "none";
  readonly preset: PresetName;
  readonly mode: SecurityMode;
  readonly allowlist: readonly string[];
  readonly sandbox: "auto" | "plain" | "none";
  /** A sandboxed shell call with soft asks runs unasked. */
  readonly contained: boolean;
  /** False leaves the default policy out. */
  readonly defaultPolicy: boolean;
  /** The shipped rules about what a session has seen. A project can only tighten it. */
  readonly flow: FlowPreset;
  /** Lets *always, this project* be stored. */
  readonly projectApprovals: boolean;
  /** Folders and hosts that are open beside the workspace. */
  readonly reach: ReachSetting;
  /** Hosts whose requests are never read on their way, whatever rules say. */
  readonly tunnel: readonly string[];
  /** Secrets that no command holds. Their values are elsewhere. */
  readonly secrets: Readonly<Record<string, HeldSecret>>;
  /** The way by which a person hears that a question waits or a run ended; null: none. */
  readonly notify: NotifySetting | null;
  /** The database that holds the record; null: a file of this machine. */
  readonly record: RecordSetting | null;
  /** The prices of models, by their names. */
  readonly prices: PriceTable;
  /** Configuration of tools by id. */
  readonly tools: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Sessions older than this many days are let go of; 0 keeps everything. */
  readonly keepDays: number;
  /** The record grows to this many megabytes at the most; 0: no bound. */
  readonly keepMegabytes: number;
  /** Where agents, editors' sessions and MCP clients work, unless they say otherwise. */
  readonly view: "project" | "own";
  /** Megabytes that all that a session's commands write may take on the disk before one is stopped. */
  readonly viewMegabytes: number;
  /** Files that it may be. */
  readonly viewFiles: number;
  /** Change sets that wait for a person, at the most. */
  readonly waitingSets: number;
  /** Megabytes of all change sets that wait. */
  readonly waitingMegabytes: number;
  /** Days that a change set waits. */
  readonly waitingDays: number;
  /** Megabytes of before-images that are kept for undo. */
  readonly journalMegabytes: number;
  /** Paths that background processes may write beside those their call names, relative to the workspace. */
  readonly backgroundWrites: readonly string[];
  /** Megabytes that the outputs of a background process may grow by. */
  readonly backgroundMegabytes: number;
  /** Files that the outputs of a background process may hold. */
  readonly backgroundFiles: number;
  /** Tools of a trusted project run also where nothing confines them. */
  readonly unconfinedTools: boolean;
  readonly landingSeconds: number;
  /** Kilobytes of one result for an MCP client; 0: what its tool says. */
  readonly resultKilobytes: number;
  /** Folders of skills beside the project's and the person's own. */
  readonly skillPaths: readonly string[];
  /** Addresses of SKILL.md files. */
  readonly skillUrls: readonly string[];
}

export type SettingName = keyof SettingValues;

/** Trust in the project's own configuration. */
export type ProjectTrust =
  | { readonly state: "none" }
  /** There is one, and only what it denies and asks about applies. `changed`: it was trusted with another content. */
  | {
      readonly state: "untrusted" | "changed";
      readonly files: readonly string[];
      /** Rows of its rule file that cannot be read, each with its place; they do not hold. */
      readonly broken: readonly string[];
    }
  | {
      readonly state: "trusted";
      readonly files: readonly string[];
      readonly trustedAtMs: number;
    };

/** Everything a command needs to know before it opens anything. */
export interface Settings extends SettingValues {
  /** The real path of the workspace; null where there is none. */
  readonly workspace: string | null;
  /** The store, the key, the list of trusted projects: closed to every tool. */
  readonly userData: string;
  /** The person's own configuration. */
  readonly configFolder: string;
  /** Global rules as the manifest (their denies are final), the project's as project rules, each with file and lines. */
  readonly policy: readonly PolicyLayer[];
  /** The checks that must pass before changes land: the person's own, and those of a project that is trusted. */
  readonly required: readonly PlacedCheck[];
  /** Checks of a project's file that nobody trusted. They do not run, and every landing says so. */
  readonly requiredUntrusted: readonly PlacedCheck[];
  readonly project: ProjectTrust;
  readonly home: string;
  /** The session whose command started this process; null where none did. */
  readonly startedBy: string | null;
  /** Trusts the project for this process only. */
  readonly trustOnce: boolean;
  /** Content of the project's tools, by place, that a person lets run in this process only. */
  readonly toolsOnce?: Readonly<Record<string, string>>;
  /** The place that `record` leads to. */
  readonly recordPlace: RecordPlace | null;
  readonly origins: Readonly<Record<SettingName, SettingOrigin>>;
}
