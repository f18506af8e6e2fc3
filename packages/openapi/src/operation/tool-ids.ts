/**
 * Makes the id of each operation's tool: from its `operationId`, else from method and path; letters, digits, `_` and
 * `-`, at most 64, as every model provider takes them. Equal ids get a digest of method and path, which stays when
 * other operations come and go. An operation cannot take the name of one of our tools, nor one that only looks like it.
 */
import { createHash } from "node:crypto";
import { LOCKED_SHAPES } from "@toolplane/kernel";
import type { ListedOperation } from "./list-operations.ts";

const MAX_ID_LENGTH = 64;

/** Ids of tools that come with toolplane, beside the locked ones. A test holds this list against the tools. */
const OWN_IDS: readonly string[] = [
  ...[
    "apply_patch",
    "ask_clarification",
    "ask_user",
    "background",
    "bash_manager",
    "code_exec",
    "code_mode",
    "code_search",
  ],
  ...["diff", "diff_editor", "document", "edit_file", "file_manager", "git", "git_manager"],
  ...[
    "http_request",
    "list",
    "list_files",
    "lsp",
    "lsp_manager",
    "memory",
    "multi_edit",
    "pdf_read",
    "peek",
    "plan",
  ],
  ...[
    "plan_exit",
    "read_file",
    "repo_clone",
    "repo_overview",
    "search",
    "shell",
    "sleep",
    "tasks",
    "test_runner",
  ],
  ...["undo", "write_file"],
];

export interface ToolIdOptions {
  readonly prefix: string;
  /** Further ids that no operation may take or imitate. */
  readonly reserved: readonly string[];
}

export function createToolIds({
  prefix,
  reserved,
}: ToolIdOptions): (operation: ListedOperation) => string {
  const taken = new Set<string>();
  const guarded = new Set([...Object.keys(LOCKED_SHAPES), ...OWN_IDS, ...reserved].map(foldId));
  const longest = Math.max(...[...guarded].map((word) => word.length)) * 2;
  const isGuarded = (id: string) =>
    (id.length <= longest && guarded.has(foldId(id))) || /^(?:mcp|openapi)__/i.test(id);
  return (operation) => {
    const plain = stemOf(operation);
    const whole = `${prefix}${plain}`;
    const wanted = prefix === "" && isGuarded(plain) ? `api_${plain}` : whole;
    let id = wanted;
    if (id.length > MAX_ID_LENGTH || taken.has(id)) {
      const mark = digestOf(operation.title);
      id = marked(wanted, mark);
      for (let count = 2; taken.has(id); count += 1) id = marked(wanted, `${mark}_${count}`);
    }
    taken.add(id);
    return id;
  };
}

function stemOf({ operationId, method, path }: ListedOperation): string {
  const own = plainId(operationId ?? "");
  if (own !== "") return own;
  return plainId(`${method.toLowerCase()}${path}`);
}

function plainId(text: string): string {
  return text
    .slice(0, 300)
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^[_-]+|(?<![_-])[_-]+$/g, "");
}

function marked(text: string, mark: string): string {
  return `${text.slice(0, MAX_ID_LENGTH - mark.length - 1)}_${mark}`;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}

/** Folds a name to how it looks to a careless reader. */
function foldId(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, "");
}
