// data table: requirements R175 to R204, locked tools and presets
import type { Requirement } from "./requirement.ts";

export const lockedToolsRequirements: readonly Requirement[] = [
  {
    id: "R175",
    source: "S1:16-35",
    behaviour:
      "The 13 locked ids exist: read, write, edit, glob, grep, bash, todo, task, question, web_search, web_fetch, skill, tool_search.",
  },
  {
    id: "R176",
    source: "S1:23",
    behaviour: "read declares fs.read.",
  },
  {
    id: "R177",
    source: "S1:24",
    behaviour: "write creates or overwrites and declares fs.write.",
  },
  {
    id: "R178",
    source: "S1:25,37",
    behaviour: "edit is string-replace on an existing file and declares fs.read + fs.write.",
  },
  {
    id: "R179",
    source: "S1:26",
    behaviour: "glob lists files by pattern and declares fs.read.",
  },
  {
    id: "R180",
    source: "S1:27",
    behaviour: "grep is regex search across the root and declares fs.read.",
  },
  {
    id: "R181",
    source: "S1:28,37",
    behaviour:
      "bash runs a single command (no persistent shell) under a per-call sub-policy, declares shell.run.",
  },
  {
    id: "R182",
    source: "S1:29",
    behaviour: "todo writes a session-scoped list and declares no capability.",
  },
  {
    id: "R183",
    source: "S1:30",
    behaviour: "task capabilities derive from the parent.",
  },
  {
    id: "R184",
    source: "S1:31,34-35",
    behaviour: "question and skill and tool_search declare no capability.",
  },
  {
    id: "R185",
    source: "S1:32-33",
    behaviour:
      "web_search and web_fetch declare net.fetch (search: against the configured provider host).",
  },
  {
    id: "R186",
    source: "S1:38",
    behaviour: "Redefining a locked id with a richer shape is rejected.",
    note: "Narrowed: a preset keeps the shapes of its document; everybody else must match the locked shape exactly.",
  },
  {
    id: "R187",
    source: "S1:39-47",
    behaviour:
      "Extension tools (repo_clone, repo_overview, apply_patch, lsp, plan/plan_exit) can be added without touching the lock.",
    note: "All of them are there, and any other id outside the lock can be added.",
  },
  {
    id: "R188",
    source: "S1:44",
    behaviour: "apply_patch, if shipped, applies a unified diff atomically across files.",
  },
  {
    id: "R189",
    source: "S1:55-63",
    behaviour:
      "question input: questions[{question, header?, options?[{label,description?}], multi_select?}].",
    note: "A text that was not offered is the person's own words: one of them for each question, and two are no answer.",
  },
  {
    id: "R190",
    source: "S1:64",
    behaviour: "question returns answers: string[][] with one array per question.",
  },
  {
    id: "R191",
    source: "S1:49-51",
    behaviour: "question suspends the loop until the host answers.",
  },
  {
    id: "R192",
    source: "S1:51-54",
    behaviour:
      "Headless question returns a tool error with a fixed message; the model sees it next turn.",
  },
  {
    id: "R193",
    source: "S1:37",
    behaviour:
      "task spawns a subagent synchronously or in background and is not a workflow engine.",
  },
  {
    id: "R194",
    source: "S1:72-75",
    behaviour:
      "Skills appear in the system prompt as one-line descriptions; bodies load only via `skill`.",
  },
  {
    id: "R195",
    source: "S1:75-77",
    behaviour:
      "MCP tools, when many, are in an index searched with tool_search; only found tools become callable.",
  },
  {
    id: "R196",
    source: "S1:80-84",
    behaviour: "web_search({query, max_results?}) → {results:[{title,url,snippet}]}.",
  },
  {
    id: "R197",
    source: "S1:85",
    behaviour: "The search provider is stable per session (hash of session id).",
  },
  {
    id: "R198",
    source: "S1:86",
    behaviour: "web_search caps calls per session, default 25; the next call errors.",
  },
  {
    id: "R199",
    source: "S1:86",
    behaviour: "web_search times out individual calls, default 15 s.",
  },
  {
    id: "R200",
    source: "S1:86",
    behaviour: "Both web_search limits are host config.",
  },
  {
    id: "R201",
    source: "S1:33",
    behaviour: "web_fetch fetches a URL and converts it to text.",
  },
  {
    id: "R202",
    source: "S4:69-78",
    behaviour:
      "Six default tools preset: bash, read file, write file, edit file, list files, search.",
  },
  {
    id: "R203",
    source: "S4:75-78",
    behaviour:
      "Write tool writes or overwrites; edit does precise replacement; list lists a directory; search greps content.",
  },
  {
    id: "R204",
    source: "S0:5,8",
    behaviour:
      "ask-the-user, read file, run command, fetch URL and edit document are available in the bundled set.",
  },
];
