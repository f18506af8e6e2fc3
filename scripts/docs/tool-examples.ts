// Calls that the reference page shows, by tool. A test holds each against the tool's own schema.
import type { JsonObject } from "@toolplane/contract";

export const TOOL_EXAMPLES: Readonly<Record<string, readonly JsonObject[]>> = {
  read: [{ path: "src/index.ts" }, { path: "server.log", offset: 2_001, limit: 500 }],
  write: [{ path: "docs/notes.md", content: "# Notes\n" }],
  edit: [
    { path: "src/index.ts", old_string: "const port = 80;", new_string: "const port = 8080;" },
  ],
  glob: [{ pattern: "**/*.test.ts" }, { pattern: "*.md", path: "docs" }],
  grep: [
    { pattern: "TODO|FIXME", glob: "*.ts" },
    { pattern: "fn \\w+", type: "rust", output_mode: "files_with_matches" },
  ],
  bash: [{ command: "npm test" }, { command: "make -j4", cwd: "native", timeout_ms: 600_000 }],
  todo: [
    {
      todos: [
        { content: "Run the tests", activeForm: "Running the tests", status: "in_progress" },
        { content: "Fix the parser", activeForm: "Fixing the parser", status: "pending" },
      ],
    },
  ],
  task: [{ prompt: "Find every caller of parseDate and report file and line.", background: false }],
  question: [
    {
      questions: [
        {
          question: "Which database?",
          header: "Storage",
          options: [{ label: "SQLite", description: "One file." }, { label: "PostgreSQL" }],
        },
      ],
    },
  ],
  web_search: [{ query: "bubblewrap seccomp filter", max_results: 5 }],
  web_fetch: [{ url: "https://example.com/guide" }],
  skill: [{ name: "write-a-changelog" }],
  tool_search: [{ query: "create an issue on GitHub" }],
  apply_patch: [
    { patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n" },
    { patch: "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch" },
  ],
  multi_edit: [
    {
      path: "src/index.ts",
      edits: [
        { old_string: "let a", new_string: "const a" },
        { old_string: "foo", new_string: "bar", replace_all: true },
      ],
    },
  ],
  list: [{ path: "src", depth: 3 }],
  diff: [{ path: "a.txt", other_path: "b.txt" }],
  http_request: [
    {
      method: "POST",
      url: "http://localhost:3000/users",
      headers: { "content-type": "application/json" },
      body: '{"name":"Ada"}',
    },
  ],
  git: [
    { action: "status" },
    { action: "commit", message: "Fix the parser", all: true },
    { action: "diff", ref: "main", paths: ["src"] },
  ],
  background: [
    { action: "start", command: "npm run dev" },
    { action: "read", id: "1", offset: 0 },
  ],
  undo: [{ paths: ["src/index.ts"] }, { action: "list" }],
  memory: [{ action: "write", key: "style", content: "Tabs, no semicolons." }, { action: "list" }],
  sleep: [{ duration_ms: 5_000, reason: "The server starts." }],
  plan: [{ plan: "1. Write a failing test\n2. Fix the parser\n3. Run everything" }],
  plan_exit: [{ plan: "1. Write a failing test\n2. Fix the parser\n3. Run everything" }],
  pdf_read: [{ path: "docs/spec.pdf", pages: "1-3" }],
  code_search: [{ pattern: "class \\w+Error", include: "*.py" }],
};
