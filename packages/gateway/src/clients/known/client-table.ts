import { anyClient } from "./any-client.ts";
import { claudeCode } from "./claude-code.ts";
import type { Client } from "./client.ts";
import type { ClientName } from "./client-names.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { continueDev } from "./continue-dev.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwen } from "./qwen.ts";
import { vscode } from "./vscode.ts";
import { zed } from "./zed.ts";

export const CLIENTS: Readonly<Record<ClientName, Client>> = {
  "claude-code": claudeCode,
  codex,
  opencode,
  gemini,
  copilot,
  cursor,
  vscode,
  zed,
  continue: continueDev,
  cline,
  qwen,
  pi,
  json: anyClient,
};
