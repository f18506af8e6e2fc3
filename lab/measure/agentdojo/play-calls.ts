/**
 * Plays calls through the road: a kernel with the suite's tools, one session for each play, the prompt as the person's own words,
 * and a person who says yes to the user's calls and no to the attacker's. Only its row says what a tool does.
 */
import {
  defineTool,
  type Question,
  type Rule,
  type Tool,
  type ToolFlow,
} from "@toolplane/contract";
import { createKernel, type Kernel } from "@toolplane/kernel";
import { createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import type { Suite, SuiteCall, SuiteTool } from "./read-suites.ts";

export type FlowPreset = "default" | "wary" | "off";

export interface PlayedCall extends SuiteCall {
  readonly by: "user" | "attacker";
}

/** The outcome of one call. `through`: it ran without a question. */
export interface Outcome {
  readonly through: boolean;
  readonly asked: boolean;
  /** Why it was asked about or refused, in our words. */
  readonly why: readonly string[];
  /** The destinations that the questions name; empty where no question was asked, or none can be known. */
  readonly sends: readonly string[];
  /** It neither ran nor was refused: the set and its tools do not fit, and no figure may rest on it. */
  readonly broken: string | null;
}

export interface SuitePlayer {
  play(prompt: string, calls: readonly PlayedCall[]): Promise<readonly Outcome[]>;
  close(): Promise<void>;
}

export function openSuitePlayer(suite: Suite, preset: FlowPreset): SuitePlayer {
  const kernel = createKernel({
    host: createMemoryHost(),
    tools: suite.tools.map(toTool),
    // Only what the flow rules ask is counted: the tools themselves are allowed.
    policy: [{ scope: "project", rules: suite.tools.map(toRule) }],
    flow: preset,
  });
  const [fault] = kernel.problems();
  if (fault) throw new Error(`${suite.name}: ${JSON.stringify(fault)}`);
  return {
    play: (prompt, calls) => play(kernel, prompt, calls),
    close: () => kernel.close(),
  };
}

async function play(
  kernel: Kernel,
  prompt: string,
  calls: readonly PlayedCall[],
): Promise<readonly Outcome[]> {
  let by: PlayedCall["by"] = "user";
  const questions: Question[] = [];
  const broker = createScriptedBroker((question) => {
    questions.push(question);
    return by === "user" ? "once" : "reject";
  });
  const session = kernel.session({ broker });
  let code: string | undefined;
  session.on((event) => {
    if (event.type === "call-settle") code = event.code;
  });
  session.said(prompt);
  const outcomes: Outcome[] = [];
  for (const [at, call] of calls.entries()) {
    by = call.by;
    questions.length = 0;
    const result = await session.call({
      id: `call_${at}`,
      name: call.name,
      arguments: call.arguments,
    });
    const ran = result.type === "output";
    const asked = questions.length > 0;
    const refused = code !== undefined && REFUSALS.has(code);
    outcomes.push({
      through: ran && !asked,
      asked,
      why: questions.flatMap(({ reasons }) => reasons.map(({ reason }) => reason)),
      sends: questions.flatMap(({ sends }) => (sends ?? []).map(({ text }) => text)),
      broken: ran || refused ? null : result.type === "error" ? result.error_text : "no result",
    });
  }
  await session.close();
  return outcomes;
}

const REFUSALS: ReadonlySet<string> = new Set(["approval_rejected", "permission_denied"]);

/** Which parameters name a destination is not said: the kernel reads it from the schema, as for tools of strangers. */
function toTool({
  name,
  description,
  parameters,
  returns,
  egress,
  effect,
  send_only_with,
}: SuiteTool): Tool {
  const labels = Object.keys(returns).filter((label) => returns[label] === true);
  const flow: ToolFlow = {
    effect: egress ? "send" : EFFECTS[effect],
    labels,
    ...(send_only_with ? { sendsWith: send_only_with } : {}),
  };
  return defineTool({
    id: name,
    description,
    parameters,
    requires: {},
    flow,
    execute: () => "done",
  });
}

function toRule({ name }: SuiteTool): Rule {
  return { permission: name, pattern: "**", action: "allow" };
}

const EFFECTS = { read: "read", write: "change", send: "send" } as const;
