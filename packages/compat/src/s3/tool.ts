/**
 * S3's `@tool` decorator, with its `mode`: marks a method of a class as a tool. It is a standard decorator, as TypeScript compiles
 * it. Node runs TypeScript without compiling decorators, so it is a plain function as well: `tool({ … })(() => …)` marks the
 * function and returns it. `toolsOf` makes the tools.
 */
import {
  type AnyRuntime,
  type ArgumentAnnotation,
  ConfigurationError,
  type JsonObject,
  type JsonSchema,
  type RequirementSet,
  type ToolMode,
} from "@toolplane/contract";

export interface ToolMarks {
  /** The name that the method has in its class or object, unless given. */
  readonly name?: string;
  readonly description: string;
  /** No arguments unless given. */
  readonly parameters?: Exclude<JsonSchema, boolean>;
  /** By the name, as `decideToolMode` does, unless given. */
  readonly mode?: ToolMode;
  /** It touches nothing unless given. */
  readonly requires?: RequirementSet;
  readonly resources?: Readonly<Record<string, ArgumentAnnotation>>;
  readonly timeoutMs?: number;
}

/** The part of a decorator's context that is read. */
interface MethodContext {
  readonly kind: string;
  readonly name: string | symbol;
}

const MARK: unique symbol = Symbol.for("toolplane.harness.tool") as never;

export function tool(marks: ToolMarks) {
  return <Method extends (...given: never[]) => unknown>(
    method: Method,
    context: MethodContext = { kind: "method", name: method.name },
  ): Method => {
    if (context.kind !== "method" || typeof method !== "function")
      throw new ConfigurationError(`tool ${String(context.name)}`, "only a method can be a tool");
    Object.defineProperty(method, MARK, { value: marks, configurable: true });
    return method;
  };
}

/** The mark of a function; null for one that is no tool. */
export function markOf(value: unknown): ToolMarks | null {
  if (typeof value !== "function" || !Object.hasOwn(value, MARK)) return null;
  return (value as unknown as { readonly [MARK]: ToolMarks })[MARK];
}

/** How a marked method is called: the arguments of the call, and the doors that `requires` opened. */
export type CallMethod = (args: JsonObject, runtime: AnyRuntime) => unknown;
