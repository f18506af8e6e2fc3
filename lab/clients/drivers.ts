/** Starts each client without a person, pointed at the loopback model with everything off that would call home. */
export interface Driver {
  /** As in `toolplane start --for`. */
  readonly name: string;
  /** Digits that no other has, by which its commands are found among all processes. */
  readonly mark: string;
  /** As in package.json. */
  readonly package: string;
  /** Of its package's programs. */
  readonly program: string;
  readonly words: (prompt: string) => readonly string[];
  readonly environment: (place: DriverPlace) => Readonly<Record<string, string>>;
  /** Only for clients that show forms in a terminal. */
  readonly form?: FormDriver;
  readonly callLimit?: CallLimit;
  /** The commands of its program once its files are written. */
  readonly ready?: (place: DriverPlace) => readonly (readonly string[])[];
  /** Files below its home folder. */
  readonly files?: (place: DriverPlace) => Readonly<Record<string, string>>;
}

/** Screens on the way to the form, in any order, by words without spaces; then the key that stops a command. */
interface FormDriver {
  readonly words: (prompt: string) => readonly string[];
  readonly steps: readonly { readonly see: string; readonly press: readonly string[] }[];
  readonly stop: readonly string[];
}

/** A limit of the client that no server can move. */
interface CallLimit {
  readonly seconds: number;
  /** The words that the model hears then. */
  readonly heard: RegExp;
  readonly why: string;
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
};

const COPILOT_TOOLS = ["--available-tools", "toolplane", "--allow-tool", "toolplane"];

export const DRIVERS: readonly Driver[] = [
  {
    name: "opencode",
    mark: "11",
    package: "opencode-ai",
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
    mark: "12",
    package: "@google/gemini-cli",
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
    mark: "13",
    package: "@anthropic-ai/claude-code",
    program: "claude",
    form: {
      words: (prompt) => [prompt],
      // Opens the field, takes its first value, and accepts.
      steps: [{ see: "writeasks", press: ["\u001b[C", "\r", "\r"] }],
      stop: ["\u001b"],
    },
    words: (prompt) => ["-p", prompt],
    environment: ({ model }) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      IS_SANDBOX: "1",
      MCP_CONNECTION_NONBLOCKING: "0",
      MCP_TIMEOUT: "120000",
      MCP_CONNECT_TIMEOUT_MS: "120000",
      MCP_STARTUP_WAIT_MS: "120000",
    }),
    // The answer to its question whether the folder is trusted.
    files: ({ workspace }) => ({
      ".claude.json": JSON.stringify({
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: ["none"], rejected: [] },
        projects: { [workspace]: { hasTrustDialogAccepted: true } },
      }),
    }),
  },
  {
    name: "codex",
    mark: "14",
    package: "@openai/codex",
    program: "codex",
    form: {
      words: (prompt) => ["--no-daemon", prompt],
      steps: [{ see: "entertosubmit", press: ["\r"] }],
      stop: ["\u001b"],
    },
    words: (prompt) => ["exec", "--skip-git-repo-check", prompt],
    environment: () => ({ MODEL_KEY: "none" }),
    files: ({ model, workspace }) => ({ ".codex/config.toml": codexModel(model, workspace) }),
  },
  {
    name: "copilot",
    mark: "15",
    package: "@github/copilot",
    program: "copilot",
    form: {
      words: (prompt) => ["-i", prompt, "--no-auto-update", ...COPILOT_TOOLS],
      steps: [
        { see: "Confirmfoldertrust", press: ["\r"] },
        { see: "writeasks", press: ["\r"] },
      ],
      // Ctrl-C: Escape has to be pressed twice within a second there, which cannot be promised on a busy machine.
      stop: ["\u0003"],
    },
    words: (prompt) => ["-p", prompt, "--trust-folder", "--no-auto-update", ...COPILOT_TOOLS],
    environment: ({ model }) => ({
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "gpt-4.1",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
    }),
  },
  {
    name: "qwen",
    mark: "16",
    package: "@qwen-code/qwen-code",
    program: "qwen",
    words: (prompt) => ["-p", prompt],
    ready: () => [["mcp", "approve", "toolplane"]],
    environment: ({ model }) => ({
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: "model",
    }),
    files: () => ({
      ".qwen/settings.json": JSON.stringify({
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: "openai" } },
      }),
    }),
  },
  {
    name: "continue",
    mark: "17",
    package: "@continuedev/cli",
    program: "cn",
    callLimit: {
      seconds: 60,
      heard: /timed? ?out/i,
      why: "its calls end after 60 s, whatever the server says; the command was stopped, and the model told",
    },
    words: (prompt) => [
      ...["-p", prompt, "--mcp", ".continue/mcpServers/toolplane.yaml", "--allow", "*"],
      ...["Bash", "Read", "Write", "Edit", "MultiEdit", "List", "Search", "Fetch"].flatMap(
        (tool) => ["--exclude", tool],
      ),
    ],
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: "0", CONTINUE_CLI_ENABLE_TELEMETRY: "0" }),
    files: ({ model }) => ({ ".continue/config.yaml": continueModel(model) }),
  },
  {
    name: "cline",
    mark: "18",
    package: "cline",
    program: "cline",
    words: (prompt) => [prompt],
    environment: () => ({ CLINE_NO_AUTO_UPDATE: "1", CLINE_TELEMETRY_DISABLED: "1" }),
    files: () => ({
      ".cline/data/settings/global-settings.json": JSON.stringify({
        telemetryOptOut: true,
        autoUpdateEnabled: false,
      }),
    }),
    ready: ({ model }) => [
      ["auth", "openai-compatible", "-k", "none", "-m", "model", "-b", `${model}/v1`],
    ],
  },
  {
    name: "pi",
    mark: "19",
    package: "@earendil-works/pi-coding-agent",
    program: "pi",
    words: (prompt) => ["-p", "--approve", prompt],
    environment: () => ({ PI_OFFLINE: "1" }),
    files: ({ model }) => ({ ".pi/agent/models.json": JSON.stringify(piModel(model)) }),
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
    model: "here/model",
    small_model: "here/model",
    autoupdate: false,
    share: "disabled",
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

function continueModel(model: string): string {
  return [
    "name: here",
    "version: 0.0.1",
    "schema: v1",
    "models:",
    "  - name: model",
    "    provider: openai",
    "    model: model",
    `    apiBase: ${model}/v1`,
    "    apiKey: none",
    "    roles: [chat]",
    "    capabilities: [tool_use]",
    "",
  ].join("\n");
}

function piModel(model: string) {
  return {
    providers: {
      here: {
        baseUrl: `${model}/v1`,
        api: "openai-completions",
        apiKey: "none",
        models: [{ id: "model" }],
      },
    },
  };
}
