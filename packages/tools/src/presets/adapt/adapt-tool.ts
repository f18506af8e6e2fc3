/**
 * The same tool under another name: a preset gives back the names and arguments that a document uses, and everything that
 * happens is the tool's own. What the arguments mean for the footprint is renamed with them, so a rule binds both alike.
 */
import {
  type ArgumentUse,
  ConfigurationError,
  defineTool,
  type JsonObject,
  type JsonSchema,
  type Tool,
} from "@toolplane/contract";

/** The differences. Everything else is the tool's. */
export interface Adaptation {
  readonly id: string;
  readonly label?: string;
  readonly description?: string;
  readonly parameters?: JsonSchema;
  /** Names of the tool's own arguments by the names used here; those that are not mentioned keep theirs. */
  readonly rename?: Readonly<Record<string, string>>;
  /** After renaming: defaults, units, arguments that are only here for form. */
  readonly convert?: (args: JsonObject) => JsonObject;
  readonly gated?: boolean;
  /** From the arguments as they are named here. */
  readonly approvalKey?: (args: JsonObject) => string;
}

/** Makes the adapted tool. Throws a ConfigurationError when a renamed argument is not the tool's. */
export function adaptTool(base: Tool, how: Adaptation): Tool {
  const own = base as Tool<JsonObject>;
  const rename = how.rename ?? {};
  const toArguments = (args: JsonObject): JsonObject => {
    const renamed = renameMembers(args, rename);
    return how.convert ? how.convert(renamed) : renamed;
  };
  const { stateSlot, configSchema } = own.contract;
  const { footprint, approvalKey: ownKey } = own;
  const approvalKey =
    how.approvalKey ?? (ownKey && ((args: JsonObject) => ownKey(toArguments(args))));
  return defineTool({
    id: how.id,
    label: how.label ?? own.label,
    description: how.description ?? own.description,
    parameters: how.parameters ?? own.parameters,
    requires: own.requires,
    resources: renameResources(own, { rename, parameters: how.parameters ?? own.parameters }),
    composite: own.composite,
    mode: own.mode,
    kind: own.kind,
    gated: how.gated ?? own.gated,
    limits: own.limits,
    repeatable: own.repeatable,
    config: configSchema,
    lifecycle: own.lifecycle,
    ...(own.output === null ? {} : { output: own.output }),
    ...(stateSlot === null ? {} : { state: stateSlot }),
    ...(approvalKey ? { approvalKey: (args) => approvalKey(args as JsonObject) } : {}),
    ...(footprint
      ? { footprint: (args, analyzer) => footprint(toArguments(args as JsonObject), analyzer) }
      : {}),
    execute: (args, runtime) => own.execute(toArguments(args as JsonObject), runtime),
  });
}

function renameMembers(args: JsonObject, rename: Readonly<Record<string, string>>): JsonObject {
  const renamed = Object.entries(args).map(([name, value]) => [rename[name] ?? name, value]);
  return Object.fromEntries(renamed) as JsonObject;
}

/** An annotation is a path of names (`edits.*.path`); the first of them is the argument. */
function renameResources(
  { id, resources, parameters }: Tool<JsonObject>,
  how: {
    readonly rename: Readonly<Record<string, string>>;
    readonly parameters: JsonSchema;
  },
): Readonly<Record<string, readonly ArgumentUse[]>> {
  const here = new Map(Object.entries(how.rename).map(([name, own]) => [own, name]));
  const known = propertyNames(parameters);
  const left = propertyNames(how.parameters);
  for (const own of here.keys())
    if (!known.includes(own)) throw new ConfigurationError(`tool ${id}`, `takes no ${own}`);
  const renamed = Object.entries(resources).map(([path, uses]) => {
    const [argument = "", ...rest] = path.split(".");
    return [[here.get(argument) ?? argument, ...rest].join("."), uses.map(renameCwd)] as const;
  });
  // Where the adapted tool takes no folder, its commands run in the workspace.
  function renameCwd({ cwd, ...use }: ArgumentUse): ArgumentUse {
    const name = cwd === undefined ? undefined : (here.get(cwd) ?? cwd);
    return name === undefined || !left.includes(name) ? use : { ...use, cwd: name };
  }
  return Object.fromEntries(renamed);
}

function propertyNames(schema: JsonSchema): readonly string[] {
  return typeof schema === "object" ? Object.keys(schema.properties ?? {}) : [];
}
