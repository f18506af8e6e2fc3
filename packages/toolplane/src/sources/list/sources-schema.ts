/** The JSON schema of `sources.jsonc`: what the file is checked by when it is read, and what editors complete it with. */
import type { JsonObject } from "@toolplane/contract";

const TEXT: JsonObject = { type: "string", maxLength: 8_192 };
const TEXTS: JsonObject = { type: "array", items: TEXT, maxItems: 1_000 };
const VALUES: JsonObject = {
  type: "object",
  additionalProperties: TEXT,
  description: "env:NAME takes the value of that variable; any other text is the value itself.",
};
const DIGEST: JsonObject = { type: "string", pattern: "^[0-9a-f]{64}$" };

/** What both kinds have. */
const SHARED: JsonObject = {
  hosts: { ...TEXTS, description: "Hosts that it may reach; for an address, beside its own." },
  enabled: { type: "boolean", description: "false: its tools are not there.", default: true },
  serialized: { type: "boolean", description: "One call at a time.", default: false },
  tools: { ...TEXTS, description: "Only these tools, by their names on the server." },
  names: {
    enum: ["mcp__server__tool", "server__tool", "server_tool", "tool"],
    description: "How its tools are called here; tool: as the server calls them.",
    default: "mcp__server__tool",
  },
  trusted: { ...DIGEST, description: "What a person agreed to. Written by toolplane add." },
  pins: {
    type: "object",
    additionalProperties: DIGEST,
    description: "Digest of each tool that a person agreed to. Written by toolplane add.",
  },
};

const PROGRAM: JsonObject = {
  type: "object",
  properties: {
    command: { ...TEXT, minLength: 1, description: "The program; there is no shell." },
    args: TEXTS,
    env: VALUES,
    cwd: { ...TEXT, description: "Where it is started; the workspace unless given." },
    unconfined: {
      type: "boolean",
      description: "true: it may run where nothing confines programs.",
      default: false,
    },
    ...SHARED,
  },
  required: ["command"],
  additionalProperties: false,
};

const ADDRESS: JsonObject = {
  type: "object",
  properties: {
    url: { ...TEXT, description: "http or https." },
    headers: VALUES,
    oauth: { type: "boolean", description: "Sign in where the server wants it.", default: false },
    ...SHARED,
  },
  required: ["url"],
  additionalProperties: false,
};

export const ENTRY_SCHEMA: JsonObject = { anyOf: [PROGRAM, ADDRESS] };

export const SOURCES_VERSION = 1;

export const SOURCES_SCHEMA: JsonObject = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "toolplane: MCP servers behind it",
  type: "object",
  properties: {
    $schema: { type: "string" },
    version: { enum: [SOURCES_VERSION] },
    sources: {
      type: "object",
      maxProperties: 500,
      additionalProperties: ENTRY_SCHEMA,
    },
  },
  required: ["version", "sources"],
  additionalProperties: false,
  allowTrailingCommas: true,
};
