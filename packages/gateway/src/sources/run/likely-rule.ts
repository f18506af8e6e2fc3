/**
 * Adds the rule that is the likely reason when a server cannot open a file. The server says only that the file is not there.
 * Where a rule hides just that file from it, the caller learns so: likely, because we cannot see what a process looks for.
 */
import { resolve } from "node:path";
import {
  describeWalls,
  isToolError,
  type Json,
  type JsonObject,
  type Tool,
  ToolError,
  type Wall,
} from "@toolplane/contract";

export interface LikelyRuleOptions {
  readonly cwd: string;
  /** Those of the paths that rules deny to be read. */
  readonly deniedBy: (paths: readonly string[]) => readonly Wall[];
}

/** More arguments than this are not looked at. */
const MAX_PATHS = 100;

export function tellLikelyRule(tool: Tool, { cwd, deniedBy }: LikelyRuleOptions): Tool {
  const execute = tool.execute as (args: JsonObject, runtime: unknown) => Promise<unknown>;
  return {
    ...tool,
    execute: (async (args: JsonObject, runtime: unknown) => {
      try {
        return await execute(args, runtime);
      } catch (error) {
        if (!isToolError(error) || error.code !== "failed") throw error;
        const walls = deniedBy(pathsOf(args).map((text) => resolve(cwd, text)));
        if (walls.length === 0) throw error;
        const message = [error.message, ...describeWalls({ walls })].join(" ");
        throw new ToolError(error.code, message, { cause: error });
      }
    }) as Tool["execute"],
  };
}

/** Every text among the arguments may be a path. */
function pathsOf(args: JsonObject): readonly string[] {
  const texts: string[] = [];
  const waiting: Json[] = [args];
  while (waiting.length > 0 && texts.length < MAX_PATHS) {
    const value = waiting.pop();
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value));
  }
  return texts.filter((text) => text.length < 4_096 && !text.includes("\0"));
}
