/**
 * One `config.jsonc` or `policy.jsonc`, checked: unknown names, names that this layer may not say and values of the wrong kind
 * stop the load, each with its place and with what to write instead. Rules keep their lines.
 */
import { ConfigurationError, type Json, type PolicyLayer } from "@toolplane/contract";
import {
  type ConfigMember,
  type ConfigNode,
  type ConfigText,
  parseConfigText,
} from "@toolplane/disk/own-files";
import { nearestName } from "@toolplane/readings";
import type { PlacedCheck } from "../../ground/required-check.ts";
import { describeSettingFault } from "../declaration/check-setting.ts";
import type { FileKind, FileLayer } from "../declaration/file-kind.ts";
import { SETTING_NAMES, SETTINGS } from "../declaration/setting-table.ts";
import type { SettingName } from "../declaration/settings.ts";
import { checkProjectTools } from "./check-project-tools.ts";
import { readLand } from "./read-land.ts";

export interface ConfigFileInput {
  readonly layer: FileLayer;
  readonly kind: FileKind;
  /** Its name, as people see it. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface ConfigFile {
  readonly file: string;
  readonly layer: FileLayer;
  readonly values: Readonly<Partial<Record<SettingName, PlacedValue>>>;
  /** Null when it holds no rules. */
  readonly rules: PolicyLayer | null;
  /** The checks that must pass before changes land. */
  readonly required: readonly PlacedCheck[];
}

interface PlacedValue {
  readonly value: Json;
  readonly line: number;
  /** For `tools`: the line of each tool. */
  readonly toolLines?: Readonly<Record<string, number>>;
}

export async function readConfigFile(input: ConfigFileInput): Promise<ConfigFile> {
  const text = await parseConfigText(input.bytes, input.file);
  const { members } = text.root;
  if (!members) return { ...base(input), rules: await readList(text, input) };
  const values: Partial<Record<SettingName, PlacedValue>> = {};
  for (const [name, member] of members) {
    if (BESIDE_SETTINGS.has(name)) continue;
    const known = checkName(name, { member, text, input });
    values[known] = readValue(known, { member, text, input });
  }
  const rules = members.get("rules");
  const land = members.get("land");
  return {
    ...base(input),
    values,
    rules: rules ? await readRuleNode(rules.node, { text, ...input }) : null,
    required: land ? readLand(land.node, { text, file: input.file }) : [],
  };
}

function base({ file, layer }: ConfigFileInput): ConfigFile {
  return { file, layer, values: {}, rules: null, required: [] };
}

/** A policy file may be the bare list. */
async function readList(text: ConfigText, input: ConfigFileInput): Promise<PolicyLayer> {
  if (input.kind === "config" || !Array.isArray(text.root.value))
    throw new ConfigurationError(
      text.at(text.root.offset),
      input.kind === "config" ? "an object is expected: { … }" : 'expected { "rules": [ … ] }',
    );
  return readRuleNode(text.root, { text, ...input });
}

interface Place {
  readonly member: ConfigMember;
  readonly text: ConfigText;
  readonly input: ConfigFileInput;
}

/** They are in either kind of file. */
const BESIDE_SETTINGS: ReadonlySet<string> = new Set(["$schema", "rules", "land"]);

/** Names that people try in a project's file and that no layer has; each belongs to the person. */
const PERSONAL: ReadonlySet<string> = new Set(["caps", "hooks", "watchdog", "ceiling", "requires"]);

function checkName(name: string, { member, text, input }: Place): SettingName {
  const where = text.at(member.nameOffset);
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  const isSetting = Object.hasOwn(SETTINGS, name);
  if (isSetting && input.kind === "policy")
    throw new ConfigurationError(
      where,
      `"${shown}" belongs into config.jsonc; this file holds rules`,
    );
  if (input.layer === "project" && (PERSONAL.has(name) || (isSetting && !isOfProject(name))))
    throw new ConfigurationError(
      where,
      `a project cannot set "${shown}"; it is yours to say: ${isSetting ? "in the config.jsonc of your own configuration (toolplane config shows where)" : "in code"}. A project may hold "rules", "land", "tools", "flow" and "backgroundWrites"`,
    );
  if (isSetting) return name as SettingName;
  const names =
    input.kind === "policy"
      ? ["rules", "land"]
      : [
          "rules",
          "land",
          ...SETTING_NAMES.filter((each) => input.layer === "global" || isOfProject(each)),
        ];
  const near = nearestName(name, names);
  throw new ConfigurationError(
    where,
    `there is no setting "${shown}"; ${near ? `did you mean "${near}"?` : `there are ${names.join(", ")}`}`,
  );
}

function isOfProject(name: string): boolean {
  return SETTINGS[name as SettingName].project === true;
}

function readValue(name: SettingName, { member, text, input }: Place): PlacedValue {
  const { node } = member;
  const expected = describeSettingFault(SETTINGS[name].kind, node.value);
  if (expected !== null)
    throw new ConfigurationError(text.at(node.offset), `"${name}" must be ${expected}`);
  if (name === "flow" && node.value === "off" && input.layer === "project")
    throw new ConfigurationError(
      text.at(node.offset),
      'a project can ask for more care, not for less: "flow" is "default" or "wary" here',
    );
  const line = text.line(member.nameOffset);
  if (name !== "tools") return { value: node.value, line };
  const toolLines: Record<string, number> = {};
  for (const [id, tool] of node.members ?? []) {
    if (!tool.node.members)
      throw new ConfigurationError(
        text.at(tool.node.offset),
        `the configuration of a tool is an object, such as { "enabled": false }`,
      );
    toolLines[id] = text.line(tool.nameOffset);
    if (input.layer === "project") checkProjectTools(id, tool.node.members, text);
  }
  return { value: node.value, line, toolLines };
}

interface RuleNodePlace {
  readonly text: ConfigText;
  readonly file: string;
  readonly layer: FileLayer;
}

/**
 * The list of rules inside a file, as a layer whose lines are those of the whole file. A person's own rules are the manifest:
 * what they deny is final for every project.
 */
async function readRuleNode(
  node: ConfigNode,
  { text, file, layer }: RuleNodePlace,
): Promise<PolicyLayer> {
  if (!Array.isArray(node.value))
    throw new ConfigurationError(text.at(node.offset), '"rules" must be a list of rules');
  const { readRules } = await import("@toolplane/kernel");
  const before = "\n".repeat(text.line(node.offset) - 1);
  const list = text.plain.slice(node.offset, node.offset + node.length);
  return readRules(before + list, { file, scope: layer === "global" ? "manifest" : "project" });
}
