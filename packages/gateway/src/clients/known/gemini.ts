import type { Client } from "./client.ts";
import { geminiLike } from "./gemini-like.ts";

export const gemini: Client = {
  title: "Gemini CLI",
  files: geminiLike(".gemini/settings.json", {
    off: [
      {
        at: ["tools", "exclude"],
        add: [
          "run_shell_command",
          "read_file",
          "read_many_files",
          "write_file",
          "replace",
          "list_directory",
          "glob",
          "grep_search",
          "search_file_content",
          "web_fetch",
          "google_web_search",
        ],
      },
    ],
  }),
  ownTools: { off: "file", how: "tools.exclude in .gemini/settings.json." },
  notes: ["Gemini CLI reads this file in folders that you trust in Gemini CLI."],
};
