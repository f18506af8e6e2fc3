/** A world with recorded sessions: calls of the bundled tools on real files, through the product as commands open it. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Answer, JsonObject, PolicyLayer, Tool, ToolResult } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { openProduct, readSettings } from "@toolplane/library/inside";
import { onTestFinished } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

/** One call: tool, arguments. */
export type Step = readonly [tool: string, args: JsonObject];

interface RecordOptions {
  readonly answers?: readonly Answer["choice"][];
  readonly id?: string;
  /** With the machine's own sandbox; without any unless said. */
  readonly sandbox?: "auto" | "none";
  /** "none": only the rules of the world's own files; else `.env` is denied beside them. */
  readonly rules?: "none";
  readonly tools?: readonly Tool[];
}

export interface RecordedWorld extends CliWorld {
  /** Records a session of these calls and closes it. */
  record(
    steps: readonly Step[],
    options?: RecordOptions,
  ): Promise<{ readonly sessionId: string; readonly results: readonly ToolResult[] }>;
  /** Changes the store behind our back. */
  tamper(...statements: readonly string[]): void;
}

/** Files of the workspace; `.env` is denied. */
export const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Ledger\n",
  "src/total.ts": "export const total = 1;\n",
  "src/pdf.ts": "export const pdf = 1;\n",
  ".env": "API_KEY=swordfish\n",
};

const DENY_ENV: PolicyLayer = {
  scope: "session",
  rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
};
const NO_ARGUMENTS = { text: () => undefined, flag: () => false, list: () => [] };

/** Makes one; removed when the test ends. */
export function openRecordedWorld(files?: Readonly<Record<string, string>>): RecordedWorld {
  const world = makeRecordedWorld(files);
  onTestFinished(world.remove);
  return world;
}

/** Makes one; the caller removes it. */
export function makeRecordedWorld(files: Readonly<Record<string, string>> = FILES): RecordedWorld {
  const world = openCliWorld(files);
  const { workspace: directory } = world;
  // Edits that can be undone would run unasked; here they are asked about, so that answers are recorded too.
  const asking = { TOOLPLANE_CONTAINED: "off" };
  const environment = { ...world.environment, ...asking };
  return {
    ...world,
    environment,
    run: (words, options) => world.run(words, { ...options, env: { ...asking, ...options?.env } }),
    spawn: (words, options) =>
      world.spawn(words, { ...options, env: { ...asking, ...options?.env } }),
    async record(steps, { answers = [], id, sandbox = "none", rules, tools }: RecordOptions = {}) {
      const settings = await readSettings({ environment, directory, arguments: NO_ARGUMENTS });
      const opened = await world.state();
      const left = [...answers];
      const broker: Broker = {
        ask: async () => ({ choice: left.shift() ?? "reject" }) as Answer,
      };
      const policy = rules === "none" ? settings.policy : [...settings.policy, DENY_ENV];
      const product = await openProduct({
        settings: { ...settings, sandbox, policy },
        state: opened,
        broker,
        onWarning: () => {},
        ...(tools ? { tools } : {}),
      });
      const session = product.session(id === undefined ? {} : { id });
      const results: ToolResult[] = [];
      for (const [index, [name, args]] of steps.entries())
        results.push(await session.call({ id: `call_${index + 1}`, name, arguments: args }));
      await product.close();
      await opened.close();
      return { sessionId: session.id, results };
    },
    tamper(...statements) {
      const database = new DatabaseSync(join(world.data, "record.sqlite"));
      for (const statement of statements) database.exec(statement);
      database.close();
    },
  };
}
