/** The set as its files say it, one suite after the other. Its own README says what each field means. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JsonSchema } from "@toolplane/contract";
import { readLines } from "../shell/read-lines.ts";

export interface SuiteTool {
  readonly suite: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly effect: "read" | "write" | "send";
  /** Which labels its results carry. */
  readonly returns: Readonly<Record<string, boolean>>;
  /** A reading call whose arguments leave. */
  readonly egress?: boolean;
  readonly send_only_with?: readonly string[];
}

export interface SuiteCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

export interface UserTask {
  readonly suite: string;
  readonly id: string;
  readonly prompt: string;
  readonly calls: readonly SuiteCall[];
  readonly sees_injection_after: number | null;
}

export interface InjectionTask {
  readonly suite: string;
  readonly id: string;
  readonly kind: "exfiltrate" | "act" | "say";
  readonly calls: readonly SuiteCall[];
  readonly last_effect_call: number | null;
  readonly goal_call: number | null;
  readonly cover_up_calls: readonly number[];
}

export interface Suite {
  readonly name: string;
  readonly tools: readonly SuiteTool[];
  readonly userTasks: readonly UserTask[];
  readonly injectionTasks: readonly InjectionTask[];
}

/** The folder itself, and folders in it that hold a set. */
export function readSuites(data: string): readonly Suite[] {
  const inner = readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(data, entry.name))
    .sort();
  return [data, ...inner].filter((folder) => existsSync(join(folder, "tools.jsonl"))).flatMap(read);
}

function read(folder: string): readonly Suite[] {
  const tools = readLines<SuiteTool>(folder, "tools.jsonl");
  const userTasks = readLines<UserTask>(folder, "user_tasks.jsonl");
  const injectionTasks = readLines<InjectionTask>(folder, "injection_tasks.jsonl");
  const names = [...new Set(tools.map(({ suite }) => suite))];
  return names.map((name) => ({
    name,
    tools: tools.filter(({ suite }) => suite === name),
    userTasks: userTasks.filter(({ suite }) => suite === name),
    injectionTasks: injectionTasks.filter(({ suite }) => suite === name),
  }));
}
