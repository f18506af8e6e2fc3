/**
 * Call scripts: a session's calls, one after the other, each with what it must come to. The transcript reads like the
 * story it is, and a step that goes otherwise throws with the story so far, so that a failing test explains itself.
 */
import {
  ConfigurationError,
  type ErrorCode,
  type JsonObject,
  type ToolCall,
  type ToolplaneEvent,
  type ToolResult,
} from "@toolplane/contract";

/** One call and what it must come to. */
export interface ScriptStep {
  readonly call: readonly [name: string, args: JsonObject];
  /** "output" unless an error code is expected. */
  readonly expect?: "output" | ErrorCode;
  /** How many questions a person is asked during the call; not looked at unless given. */
  readonly asks?: number;
  /** A part of the result's text: of `error_text`, or of the data as JSON (or as it is, when it is a text). */
  readonly text?: string;
}

export interface Transcript {
  /** One paragraph for each step, for people. */
  readonly text: string;
  readonly results: readonly ToolResult[];
}

/** The part of a session that a script needs. */
export interface ScriptSession {
  call(call: ToolCall): Promise<ToolResult>;
  on(listener: (event: ToolplaneEvent) => void): () => void;
}

/** How a script numbers its calls. */
export interface ScriptOptions {
  /** Prefix of call ids; a second script on the same session takes another one. */
  readonly idPrefix?: string;
}

const MAX_SHOWN = 200;

/** Runs the steps in order. Throws at the first that does not come to what it must, with the transcript so far. */
export async function runScript(
  session: ScriptSession,
  steps: readonly ScriptStep[],
  { idPrefix = "step" }: ScriptOptions = {},
): Promise<Transcript> {
  const lines: string[] = [];
  const results: ToolResult[] = [];
  for (const [index, step] of steps.entries()) {
    let asks = 0;
    const stop = session.on((event) => {
      if (event.type === "approval-request") asks += 1;
    });
    const [name, args] = step.call;
    const result = await session.call({ id: `${idPrefix}_${index + 1}`, name, arguments: args });
    stop();
    results.push(result);
    lines.push(showStep(index, step, { result, asks }));
    const fault = describeFault(step, { result, asks });
    if (fault !== null)
      throw new ConfigurationError(`script step ${index + 1}`, `${fault}\n\n${lines.join("\n")}`);
  }
  return { text: lines.join("\n"), results };
}

interface Outcome {
  readonly result: ToolResult;
  readonly asks: number;
}

function describeFault(step: ScriptStep, { result, asks }: Outcome): string | null {
  const expected = step.expect ?? "output";
  const came = result.type === "output" ? "output" : result.code;
  if (came !== expected) return `expected ${expected}, came to ${came}`;
  if (step.asks !== undefined && step.asks !== asks)
    return `expected ${step.asks} questions, ${asks} were asked`;
  if (step.text !== undefined && !resultText(result).includes(step.text))
    return `expected a text with ${JSON.stringify(step.text)}`;
  return null;
}

function showStep(index: number, step: ScriptStep, { result, asks }: Outcome): string {
  const [name, args] = step.call;
  const came = result.type === "output" ? "output" : `error ${result.code}`;
  const asked = asks === 0 ? "" : ` (asked ${asks} ${asks === 1 ? "time" : "times"})`;
  return `${index + 1}. ${name} ${shorten(JSON.stringify(args))}\n   ${came}${asked}: ${shorten(resultText(result))}`;
}

function resultText(result: ToolResult): string {
  if (result.type === "error") return result.error_text;
  return typeof result.data === "string" ? result.data : (JSON.stringify(result.data) ?? "");
}

function shorten(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
