/**
 * The thirteen locked ids and the exact parameters behind each. Other people's prompts and programs rely on them, so a
 * tool that takes such a name over must take the same arguments: no more, no fewer, of the same types. Descriptions are free.
 */

/** A shape: a type, a list in brackets, or members; `?` marks an optional one. `any` is not looked into. */
export type Shape =
  | "string"
  | "integer"
  | "boolean"
  | "any"
  | readonly [Shape]
  | { readonly [member: string]: Shape };

export const LOCKED_SHAPES: Readonly<Record<string, Shape>> = {
  read: {
    path: "string",
    "offset?": "integer",
    "limit?": "integer",
    "byte_offset?": "integer",
    "byte_limit?": "integer",
  },
  write: { path: "string", content: "string" },
  edit: { path: "string", old_string: "string", new_string: "string", "replace_all?": "boolean" },
  glob: { pattern: "string", "path?": "string" },
  grep: {
    pattern: "string",
    "path?": "string",
    "glob?": "string",
    "type?": "string",
    "output_mode?": "string",
    "context?": "integer",
    "ignore_case?": "boolean",
    "multiline?": "boolean",
    "limit?": "integer",
  },
  bash: { command: "string", "cwd?": "string", "timeout_ms?": "integer" },
  todo: { todos: [{ content: "string", activeForm: "string", status: "string" }] },
  task: {
    prompt: "string",
    "subagent_type?": "string",
    "background?": "boolean",
    "metadata?": "any",
  },
  question: {
    questions: [
      {
        question: "string",
        "header?": "string",
        "options?": [{ label: "string", "description?": "string" }],
        "multi_select?": "boolean",
      },
    ],
  },
  web_search: { query: "string", "max_results?": "integer" },
  web_fetch: { url: "string" },
  skill: { name: "string" },
  tool_search: { query: "string" },
};

export const LOCKED_IDS: readonly string[] = Object.keys(LOCKED_SHAPES);
