/** Maps other programs' names of tools to what does the same here. */

/** Claude Code: permissions whose brackets hold a path. `Read` and `Edit` bind every tool that reads or edits. */
export const CLAUDE_FILES: Readonly<Record<string, string>> = {
  Read: "fs.read",
  Edit: "fs.write",
  Write: "write",
  MultiEdit: "multi_edit",
  Glob: "glob",
  Grep: "grep",
  LS: "list",
};

/** Claude Code: all the others. */
export const CLAUDE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  WebSearch: ["web_search"],
  Task: ["task"],
  Agent: ["task"],
  Skill: ["skill"],
  SlashCommand: ["skill"],
  TodoWrite: ["todo"],
  TodoRead: ["todo"],
  AskUserQuestion: ["question"],
  ExitPlanMode: ["plan_exit"],
  BashOutput: ["background"],
  KillShell: ["background"],
  KillBash: ["background"],
};

/** opencode: permissions that are no files, commands or hosts. */
export const OPENCODE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  glob: ["glob"],
  grep: ["grep"],
  list: ["list"],
  task: ["task"],
  skill: ["skill"],
  todowrite: ["todo"],
  todoread: ["todo"],
  question: ["question"],
  websearch: ["web_search"],
  codesearch: ["code_search"],
};

/** Gemini CLI: tools by name. `run_shell_command` and servers are distinguished elsewhere. */
export const GEMINI_TOOLS: Readonly<Record<string, readonly string[]>> = {
  read_file: ["read"],
  read_many_files: ["read"],
  list_directory: ["list"],
  glob: ["glob"],
  grep_search: ["grep"],
  search_file_content: ["grep"],
  write_file: ["write"],
  replace: ["edit"],
  edit: ["edit"],
  web_fetch: ["web_fetch"],
  google_web_search: ["web_search"],
  save_memory: ["memory"],
  write_todos: ["todo"],
  ask_user: ["question"],
  activate_skill: ["skill"],
};

/** Gemini CLI's settings may name a tool by its class, and by the name that its screen shows. */
export const GEMINI_CLASSES: Readonly<Record<string, string>> = {
  ReadFileTool: "read_file",
  ReadFile: "read_file",
  ReadManyFilesTool: "read_many_files",
  ReadManyFiles: "read_many_files",
  LSTool: "list_directory",
  ReadFolder: "list_directory",
  GlobTool: "glob",
  FindFiles: "glob",
  GrepTool: "grep_search",
  RipGrepTool: "grep_search",
  SearchText: "grep_search",
  WriteFileTool: "write_file",
  WriteFile: "write_file",
  EditTool: "replace",
  SmartEditTool: "replace",
  Edit: "replace",
  ShellTool: "run_shell_command",
  Shell: "run_shell_command",
  WebFetchTool: "web_fetch",
  WebFetch: "web_fetch",
  WebSearchTool: "google_web_search",
  GoogleSearch: "google_web_search",
  MemoryTool: "save_memory",
  SaveMemory: "save_memory",
  WriteTodosTool: "write_todos",
  WriteTodos: "write_todos",
  AskUserTool: "ask_user",
  ActivateSkillTool: "activate_skill",
};
