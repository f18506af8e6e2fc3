/** A model that says what a script says: demonstrations, tests and measurements of everything around a model, with no network and no key. */
import { createHash } from "node:crypto";
import { ConfigurationError, type JsonObject } from "@toolplane/contract";
import { NOTHING_SPENT } from "../loop/loop-state.ts";
import { isWholeAnswer } from "../loop/message.ts";
import type { Model, ModelRequest } from "./model.ts";

/** One answer. `usage` in tokens; nothing unless given. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    /** A text is exactly what a model sends, whatever is wrong with it. */
    readonly arguments?: JsonObject | string;
    readonly id?: string;
  }[];
  readonly usage?: { readonly input?: number; readonly output?: number };
  readonly finish?: "length" | "refused";
  /** The subagent of this turn, by its type; where none of a script's turns has one, any agent takes them. */
  readonly agent?: string;
}

/** The turns in order, or a function of what the model would see; null when it has nothing more to say. */
export type ModelScript =
  | readonly ScriptedTurn[]
  | ((request: ModelRequest, turn: number) => ScriptedTurn | null);

/** Makes it. Past the end of its script it answers with nothing, which ends a run. */
export function scriptedModel(script: ModelScript, id = "scripted"): Model {
  // Counted from the conversation, so that a run that another process goes on with gets the next turn and not the
  // first.
  const turnOf = ({ messages }: ModelRequest): number => messages.filter(isWholeAnswer).length;
  const isShared = typeof script !== "function" && script.some(({ agent }) => agent !== undefined);
  const turns = ({ agent }: ModelRequest): readonly ScriptedTurn[] =>
    typeof script === "function" ? [] : isShared ? script.filter(saidBy(agent)) : script;
  return {
    id,
    async answer(request, { signal, onText }) {
      signal.throwIfAborted();
      const at = turnOf(request);
      const turn = (typeof script === "function" ? script(request, at) : turns(request)[at]) ?? {};
      if (turn.text) onText(turn.text);
      const mark = markOf(request);
      const calls = (turn.calls ?? []).map((call, index) => ({
        id: call.id ?? `call_${at + 1}_${index + 1}${mark}`,
        name: call.name,
        arguments:
          typeof call.arguments === "string"
            ? call.arguments
            : JSON.stringify(call.arguments ?? {}),
      }));
      const usage = {
        ...NOTHING_SPENT,
        inputTokens: turn.usage?.input ?? 0,
        outputTokens: turn.usage?.output ?? 0,
      };
      return {
        text: turn.text ?? "",
        calls,
        finish: turn.finish ?? (calls.length > 0 ? "calls" : "stop"),
        usage,
      };
    },
  };
}

function saidBy(agent: string | undefined): (turn: ScriptedTurn) => boolean {
  return (turn) => turn.agent === agent;
}

/**
 * Marks call ids after a compaction: a shortened conversation counts its turns from the start, and no call may have the
 * id of an earlier one.
 */
function markOf({ messages }: ModelRequest): string {
  const begun = messages.slice(0, 2);
  if (!begun.some((one) => one.role === "user" && one.from === "host")) return "";
  // The last message names the call before, so that no two places look alike.
  const place = JSON.stringify([messages.length, ...begun, messages.at(-1)]);
  return `_${createHash("sha256").update(place).digest("hex").slice(0, 8)}`;
}

const MAX_TURNS = 10_000;

/** A script from a file: one turn in each line, or one list of turns. */
export function readScript(text: string, name: string): readonly ScriptedTurn[] {
  const fault = (why: string): never => {
    throw new ConfigurationError(name, why);
  };
  const turns = text.trimStart().startsWith("[")
    ? parse(text, () => fault("is not valid JSON"))
    : text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line, index) => parse(line, () => fault(`line ${index + 1} is not valid JSON`)));
  if (!Array.isArray(turns)) return fault("holds no turns");
  if (turns.length > MAX_TURNS) return fault(`holds more than ${MAX_TURNS} turns`);
  turns.forEach((turn, index) => {
    const why = turnFault(turn);
    if (why !== null) fault(`turn ${index + 1}: ${why}`);
  });
  return turns as readonly ScriptedTurn[];
}

function parse(text: string, onFault: () => never): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return onFault();
  }
}

const KNOWN = new Set(["text", "calls", "usage", "finish", "agent"]);

function turnFault(turn: unknown): string | null {
  if (typeof turn !== "object" || turn === null || Array.isArray(turn)) return "must be an object";
  for (const key of Object.keys(turn))
    if (!KNOWN.has(key)) return `holds text, calls, usage, finish and agent only, not "${key}"`;
  const { text, agent, calls = [] } = turn as Record<string, unknown>;
  if (agent !== undefined && typeof agent !== "string") return "agent must be a text";
  if (text !== undefined && typeof text !== "string") return "text must be a text";
  if (!Array.isArray(calls)) return "calls must be a list";
  return calls.every((call) => typeof call?.name === "string") ? null : "each call needs a name";
}
