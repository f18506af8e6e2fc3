/**
 * A tool with an `action`: each call is a step of a tool of ours, chosen by its arguments. What the step touches is
 * worked out before anything runs, exactly as for that tool, so a manager asks about what it does and not about all it could.
 */
import {
  type AnyRuntime,
  type ArgumentUse,
  defineTool,
  type JsonObject,
  type JsonSchema,
  type RequirementSet,
  type Resource,
  type Tool,
  ToolError,
  type ToolKind,
  type ToolMode,
  type ToolReturn,
} from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";

export interface Step {
  readonly touches: (analyzer: Analyzer) => readonly Resource[];
  readonly run: (runtime: AnyRuntime) => ToolReturn<unknown> | Promise<ToolReturn<unknown>>;
}

/** A manager. `choose` throws a ToolError of code `invalid_input` for arguments that make no step. */
export interface ManagerDefinition {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly requires: RequirementSet;
  readonly mode: ToolMode;
  readonly kind: ToolKind;
  readonly timeoutMs?: number;
  readonly choose: (args: JsonObject) => Step;
}

export function createManager(definition: ManagerDefinition): Tool {
  const { choose, timeoutMs, ...rest } = definition;
  return defineTool({
    ...rest,
    ...(timeoutMs === undefined ? {} : { limits: { timeoutMs } }),
    footprint: (args, analyzer) => choose(args as JsonObject).touches(analyzer),
    execute: (args, runtime) => choose(args as JsonObject).run(runtime as AnyRuntime),
  });
}

/** The step that is one of our tools. Commands are not among them: their footprint is read from an annotation alone. */
export function stepOf(tool: Tool, args: JsonObject): Step {
  const own = tool as Tool<JsonObject>;
  return {
    touches: (analyzer) => [
      ...Object.entries(own.resources).flatMap(([argument, uses]) =>
        uses.flatMap((use) => resourceOf(args[argument] ?? use.default, { use, analyzer })),
      ),
      ...(own.footprint?.(args, analyzer) ?? []),
    ],
    run: (runtime) => own.execute(args, runtime),
  };
}

/** The resources of a step that is none of our tools, on one file. */
export function touchFile(
  path: string,
  ...accesses: readonly ("fs.read" | "fs.write")[]
): Step["touches"] {
  return (analyzer) =>
    accesses.flatMap((access) => resourceOf(path, { use: { access }, analyzer }));
}

function resourceOf(
  value: unknown,
  { use, analyzer }: { readonly use: ArgumentUse; readonly analyzer: Analyzer },
): readonly Resource[] {
  if (typeof value !== "string") return [];
  const direct = { origin: "direct", via: "argument" } as const;
  if (use.access === "net.fetch") {
    const url = analyzer.url(value);
    if (!url.ok) throw new ToolError("invalid_input", url.message);
    return [{ capability: "net.fetch", ...url.value, ...direct }];
  }
  if (use.access !== "fs.read" && use.access !== "fs.write")
    throw new ToolError("internal", `A step cannot use ${use.access}.`);
  const place = analyzer.path(value, use.access === "fs.read" ? "read" : "write");
  if (!place.ok) throw new ToolError("invalid_input", place.message);
  const { lexical, real } = place.value;
  return [
    { capability: use.access, path: lexical, real, ...(use.tree ? { tree: true } : {}), ...direct },
  ];
}
