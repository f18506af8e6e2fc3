/** The parameters that a tool with a locked id must have, for the small tools of tests. */

export const READ_PARAMETERS = {
  type: "object",
  properties: {
    path: { type: "string" },
    offset: { type: "integer" },
    limit: { type: "integer" },
    byte_offset: { type: "integer" },
    byte_limit: { type: "integer" },
  },
  required: ["path"],
  additionalProperties: false,
} as const;

export const GREP_PARAMETERS = {
  type: "object",
  properties: {
    pattern: { type: "string" },
    path: { type: "string" },
    glob: { type: "string" },
    type: { type: "string" },
    output_mode: { type: "string" },
    context: { type: "integer" },
    ignore_case: { type: "boolean" },
    multiline: { type: "boolean" },
    limit: { type: "integer" },
  },
  required: ["pattern"],
  additionalProperties: false,
} as const;

export const BASH_PARAMETERS = {
  type: "object",
  properties: {
    command: { type: "string" },
    cwd: { type: "string" },
    timeout_ms: { type: "integer" },
  },
  required: ["command"],
  additionalProperties: false,
} as const;
