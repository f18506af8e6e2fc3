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

const KEPT: JsonObject = {
  enabled: { type: "boolean", description: "false: its tools are not there.", default: true },
  tools: { ...TEXTS, description: "Only these tools, by their names on the server." },
  trusted: { ...DIGEST, description: "What a person agreed to. Written by toolplane add." },
  pins: {
    type: "object",
    additionalProperties: DIGEST,
    description: "Digest of each tool that a person agreed to, as older versions kept them.",
  },
  pinned: { ...DIGEST, description: "Which tools a person agreed to. Written by toolplane add." },
};

/** Members that every kind of server has. */
const SHARED: JsonObject = {
  ...KEPT,
  hosts: { ...TEXTS, description: "Hosts that it may reach; for an address, beside its own." },
  serialized: { type: "boolean", description: "One call at a time.", default: false },
  names: {
    enum: ["mcp__server__tool", "server__tool", "server_tool", "tool"],
    description: "How its tools are called here; tool: as the server calls them.",
    default: "mcp__server__tool",
  },
};

const PROGRAM: JsonObject = {
  type: "object",
  properties: {
    command: { ...TEXT, minLength: 1, description: "The program; there is no shell." },
    args: TEXTS,
    env: VALUES,
    cwd: { ...TEXT, description: "Where it is started; the workspace unless given." },
    writes: {
      ...TEXTS,
      description: "Files and folders that it may write, in the workspace unless absolute.",
    },
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

const API: JsonObject = {
  type: "object",
  properties: {
    openapi: {
      ...TEXT,
      minLength: 1,
      description: "An OpenAPI description: a path or an address.",
    },
    only: {
      ...TEXTS,
      description: "Only these operations: tag:WORD, path:/WORD, method:GET, or an operation's id.",
    },
    except: { ...TEXTS, description: "Operations that are left out, in the same words." },
    server: { ...TEXT, description: "In place of every server that the description names." },
    auth: {
      ...TEXT,
      description:
        "env:NAME, used as the description asks for; bearer:, key:, basic: or oauth2: before it says which.",
    },
    headers: VALUES,
    tokenUrl: { ...TEXT, description: "Where an OAuth client gets its token." },
    origins: { ...TEXTS, description: "Where credentials go. Written by toolplane add." },
    ...KEPT,
  },
  required: ["openapi"],
  additionalProperties: false,
};

export const ENTRY_SCHEMA: JsonObject = { anyOf: [PROGRAM, ADDRESS, API] };

export const SOURCES_VERSION = 1;

export const SOURCES_SCHEMA: JsonObject = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "toolplane: MCP servers and web APIs behind it",
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
