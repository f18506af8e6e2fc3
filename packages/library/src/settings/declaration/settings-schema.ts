/** The JSON schemas that editors complete configuration files with: made from the table, one for each kind of file. */
import type { JsonObject } from "@toolplane/contract";
import { CAPABILITIES } from "@toolplane/kernel";
import { NOTIFY_MOMENTS } from "../../ground/notify-setting.ts";
import type { FileKind, FileLayer } from "./file-kind.ts";
import type { SettingKind } from "./setting-spec.ts";
import { SETTING_NAMES, SETTINGS } from "./setting-table.ts";

/** The schema of one kind of file. */
export function settingsSchema({
  layer,
  kind,
}: {
  readonly layer: FileLayer;
  readonly kind: FileKind;
}): JsonObject {
  const names = kind === "policy" ? [] : SETTING_NAMES.filter((name) => isOf(layer, name));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: `toolplane: ${kind} of a ${layer === "project" ? "project" : "person"}`,
    type: "object",
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(
        names.map((name) => {
          const { kind: value, summary, bundled } = SETTINGS[name];
          const shape = value.type === "tools" ? toolsSchema(layer) : kindSchema(value);
          return [name, { ...shape, description: summary, default: bundled }];
        }),
      ),
      rules: RULES,
      land: LAND,
    },
    ...(kind === "policy" ? { required: ["rules"] } : {}),
    additionalProperties: false,
    allowTrailingCommas: true,
  } as JsonObject;
}

function isOf(layer: FileLayer, name: (typeof SETTING_NAMES)[number]): boolean {
  return layer === "global" || SETTINGS[name].project === true;
}

function kindSchema(kind: SettingKind): JsonObject {
  switch (kind.type) {
    case "choice":
      return { enum: [...kind.choices] };
    case "switch":
      return { type: "boolean" };
    case "count":
      return { type: "integer", minimum: kind.least ?? 0, maximum: kind.most };
    case "places":
    case "texts":
      return { type: "array", items: { type: "string" } };
    case "reach":
      return {
        type: "object",
        properties: { read: TEXTS, write: TEXTS, hosts: TEXTS },
        additionalProperties: false,
      };
    case "notify":
      return {
        type: ["object", "null"],
        properties: {
          command: TEXTS,
          webhook: { type: ["string", "object"] },
          on: { type: "array", items: { enum: [...NOTIFY_MOMENTS] } },
          text: { type: "boolean" },
        },
        additionalProperties: false,
      };
    case "record":
      return {
        type: ["object", "null"],
        properties: {
          postgres: { type: ["string", "object"] },
          direct: { type: ["string", "object"] },
          key: { type: "object" },
          oldKeys: { type: "array", items: { type: "object" } },
        },
        additionalProperties: false,
      };
    case "prices":
      return {
        type: "object",
        additionalProperties: {
          type: "object",
          properties: { input: DOLLARS, cached: DOLLARS, written: DOLLARS, output: DOLLARS },
          required: ["input", "output"],
          additionalProperties: false,
        },
      };
    case "secrets":
    case "tools":
      return { type: "object" };
  }
}

function toolsSchema(layer: FileLayer): JsonObject {
  const enabled =
    layer === "global"
      ? { type: "boolean", description: "False switches the tool off." }
      : { const: false, description: "A project can switch a tool off, not on." };
  return {
    type: "object",
    additionalProperties: {
      type: "object",
      properties: {
        enabled,
        timeoutMs: { type: "integer", minimum: 1, description: "The time that one call has." },
      },
    },
  };
}

const DOLLARS: JsonObject = { type: "number", minimum: 0 };

const TEXTS: JsonObject = { type: "array", items: { type: "string" } };

const GLOBS: JsonObject = {
  type: "array",
  minItems: 1,
  items: { type: "string", examples: ["src/**"] },
};

const LAND: JsonObject = {
  type: "object",
  description: "What must hold before changes land.",
  properties: {
    require: {
      type: "array",
      description: "Commands of this project that changes must pass in their view.",
      items: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1, examples: ["tests"] },
          run: { type: "string", minLength: 1, examples: ["npm test"] },
          when: { ...GLOBS, description: "It runs when one of these changed. Default: always." },
          within: {
            type: "string",
            pattern: "^[0-9]{1,5}[smh]$",
            default: "5m",
            description: "The time that it has; an hour at most.",
          },
          per: {
            enum: ["call", "turn", "run"],
            default: "turn",
            description: "What is held back until it passed.",
          },
          keeps: { ...GLOBS, description: "Caches that it writes and that may land." },
        },
        required: ["name", "run"],
        additionalProperties: false,
      },
    },
  },
  required: ["require"],
  additionalProperties: false,
};

const RULES: JsonObject = {
  type: "array",
  description:
    "Standing answers about resources. The narrower rule wins; if two are equal, the stricter.",
  items: {
    type: "object",
    properties: {
      permission: {
        type: "string",
        minLength: 1,
        description: "A tool's id, a capability, mcp__server__*, or *.",
        examples: ["bash", ...CAPABILITIES, "*"],
      },
      pattern: {
        type: "string",
        description:
          "A path, a command, a host, with * and **; {workspace} and {scratch} are known.",
        examples: ["{workspace}/**", "**/.env", "npm test*", "*.example.com"],
      },
      action: { enum: ["allow", "ask", "deny"] },
      match: { ...TEXTS, description: "Texts that this rule must match, checked when it loads." },
      no_match: { ...TEXTS, description: "Texts that this rule must not match." },
    },
    required: ["permission", "pattern", "action"],
    additionalProperties: false,
  },
};
