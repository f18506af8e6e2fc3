import type { Client } from "./client.ts";
import { geminiLike } from "./gemini-like.ts";

/** Its model would have to search for the tools first, without `alwaysLoadTools`. */
export const qwen: Client = {
  title: "Qwen Code",
  files: geminiLike(".qwen/settings.json", {
    more: { alwaysLoadTools: true },
    off: [
      {
        at: ["permissions", "deny"],
        add: [
          "run_shell_command",
          "monitor",
          "read_file",
          "write_file",
          "edit",
          "notebook_edit",
          "list_directory",
          "glob",
          "grep_search",
          "lsp",
          "web_fetch",
          "web_search",
        ],
      },
    ],
  }),
  ownTools: { off: "file", how: "permissions.deny in .qwen/settings.json." },
  notes: [
    "Qwen Code starts a server of a folder after you said so once, and again after each change: qwen mcp approve toolplane",
  ],
};
