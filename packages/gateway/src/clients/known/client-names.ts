/**
 * Names that can be typed after `--for`, apart from the clients themselves: a command line that is about something else loads
 * none.
 */
export const CLIENT_NAMES = [
  "claude-code",
  "codex",
  "opencode",
  "gemini",
  "copilot",
  "cursor",
  "vscode",
  "zed",
  "continue",
  "cline",
  "qwen",
  "pi",
  "json",
] as const;

export type ClientName = (typeof CLIENT_NAMES)[number];
