/** How each client is started without a person, and pointed at the loopback model with everything off that would call home. */
export interface Driver {
  /** As in `toolplane start --for`. */
  readonly name: string;
  /** Of its package's programs. */
  readonly program: string;
  readonly words: (prompt: string) => readonly string[];
  readonly environment: (place: DriverPlace) => Readonly<Record<string, string>>;
  /** Files below its home folder. */
  readonly files?: (place: DriverPlace) => Readonly<Record<string, string>>;
}

export interface DriverPlace {
  readonly model: string;
  readonly workspace: string;
  readonly home: string;
}

/** The others, and why. */
export const NOT_DRIVEN: Readonly<Record<string, string>> = {
  cursor: "an editor; npm has no program of it",
  vscode: "an editor; npm has no program of it",
  zed: "an editor; npm has no program of it",
  json: "a form, not a client",
  qwen: "tried: headless, the server's tools did not reach its model; not understood yet",
  continue: "not driven yet",
  cline: "not driven yet",
  pi: "not driven yet; needs an extension beside it",
};

export const DRIVERS: readonly Driver[] = [
  {
    name: "opencode",
    program: "opencode",
    words: (prompt) => ["run", prompt],
    environment: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    }),
    files: ({ model }) => ({
      ".config/opencode/opencode.json": JSON.stringify(opencodeModel(model)),
    }),
  },
  {
    name: "gemini",
    program: "gemini",
    words: (prompt) => ["-p", prompt],
    environment: ({ model }) => ({
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_TELEMETRY_ENABLED: "false",
    }),
    files: () => ({
      ".gemini/settings.json": JSON.stringify({
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: "gemini-api-key" } },
      }),
    }),
  },
  {
    name: "claude-code",
    program: "claude",
    words: (prompt) => ["-p", prompt],
    environment: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      IS_SANDBOX: "1",
      MCP_CONNECTION_NONBLOCKING: "0",
    }),
    // The answer to its question whether the folder is trusted.
    files: ({ workspace }) => ({
      ".claude.json": JSON.stringify({
        hasCompletedOnboarding: true,
        projects: { [workspace]: { hasTrustDialogAccepted: true } },
      }),
    }),
  },
  {
    name: "codex",
    program: "codex",
    words: (prompt) => ["exec", "--skip-git-repo-check", prompt],
    environment: () => ({ MODEL_KEY: "none" }),
    files: ({ model, workspace }) => ({ ".codex/config.toml": codexModel(model, workspace) }),
  },
  {
    name: "copilot",
    program: "copilot",
    words: (prompt) => [
      ...["-p", prompt, "--trust-folder", "--no-auto-update"],
      ...["--available-tools", "toolplane", "--allow-tool", "toolplane"],
    ],
    environment: ({ model }) => ({
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "gpt-4.1",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    }),
  },
];

function opencodeModel(model: string) {
  return {
    provider: {
      here: {
        npm: "@ai-sdk/openai-compatible",
        name: "here",
        options: { baseURL: `${model}/v1`, apiKey: "none" },
        models: {
          model: { name: "model", tool_call: true, limit: { context: 128_000, output: 8_000 } },
        },
      },
    },
    ...{ model: "here/model", small_model: "here/model", autoupdate: false, share: "disabled" },
  };
}

function codexModel(model: string, workspace: string): string {
  return [
    'model = "gpt-5.2"',
    'model_provider = "here"',
    "check_for_update_on_startup = false",
    "[analytics]",
    "enabled = false",
    "[model_providers.here]",
    'name = "here"',
    `base_url = "${model}/v1"`,
    'wire_api = "responses"',
    'env_key = "MODEL_KEY"',
    "request_max_retries = 0",
    "stream_max_retries = 0",
    `[projects.${JSON.stringify(workspace)}]`,
    'trust_level = "trusted"',
    "",
  ].join("\n");
}
