/**
 * What stands behind the examples when they are run here: a model that says its lines, reached the way a real one is. Loaded
 * before an example (`node --import ./examples/stub/stage.ts examples/openai.ts`), so that the example itself is what you would write.
 */
import { basename } from "node:path";
import { scriptedLanguageModel } from "./scripted-language-model.ts";
import { startScriptedProvider } from "./scripted-provider.ts";
import type { ScriptedCall, ScriptedTurn } from "./scripted-turn.ts";

const raise: ScriptedCall = {
  id: "b",
  name: "edit",
  arguments: { path: "src/price.js", old_string: "41", new_string: "42" },
};

const SCRIPTS: Readonly<Record<string, readonly ScriptedTurn[]>> = {
  "ai-sdk-agent.ts": [
    [{ id: "a", name: "read", arguments: { path: ".env" } }],
    [raise],
    "The price is 42 now. I was not allowed to read .env.",
  ],
  "chat-approval.ts": [[{ ...raise, id: "a" }], "The price is 42 now."],
  "openai.ts": [
    [
      { id: "a", name: "grep", arguments: { pattern: "price", path: "src" } },
      { id: "b", name: "bash", arguments: { command: "cat .env" } },
    ],
    "The price is in src/price.js.",
  ],
  "anthropic.ts": [
    [
      { id: "a", name: "read", arguments: { path: "README.md" } },
      { id: "b", name: "read", arguments: { path: ".env" } },
    ],
    "It sells things.",
  ],
};

const turns = SCRIPTS[basename(process.argv[1] ?? "")];
if (turns !== undefined) {
  const provider = await startScriptedProvider(turns);
  const model = scriptedLanguageModel(turns);
  Object.assign(process.env, {
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: provider.url,
  });
  const byName = { specificationVersion: "v4", languageModel: () => model };
  Object.assign(globalThis, { AI_SDK_DEFAULT_PROVIDER: byName });
}
