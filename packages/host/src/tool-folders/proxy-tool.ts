/** A tool as the kernel gets it: what its worker said of it, and functions that ask the worker. */
import {
  type AnyRuntime,
  type Json,
  type LifecycleContext,
  output,
  type Tool,
  ToolError,
  type ToolLifecycle,
} from "@toolplane/contract";
import type { ToolProcess } from "./tool-process.ts";

/** The worker's description of one of its tools; nothing of it is believed before the kernel admitted it. */
export type DescribedTool = Omit<
  Tool,
  "standard" | "footprint" | "approvalKey" | "executor" | "lifecycle" | "execute"
> & {
  readonly hasKey: boolean;
  readonly migrates: boolean;
  readonly life: readonly string[];
};

const LIFE_MS = 10_000;
/** With the start of its process. */
const KEY_MS = 5_000;

/** Its own code computes no footprints for the host: those come from its annotations. */
export function proxyTool(described: DescribedTool, worker: ToolProcess): Tool {
  const { hasKey, migrates, life: steps, ...said } = described;
  const { id, requires } = said;
  const env = requires.env ?? [];
  const computes = requires.capabilities?.includes("compute") === true;
  return Object.freeze({
    ...said,
    contract: migrates === true ? migrating(said, worker) : said.contract,
    standard: null,
    footprint: null,
    approvalKey: null,
    ...(hasKey === true ? { laterKey: keyOf(id, worker) } : {}),
    executor: "local" as const,
    lifecycle: lifecycleOf(id, Array.isArray(steps) ? steps : [], worker),
    async execute(args: unknown, runtime: AnyRuntime) {
      const result = await worker.execute({ tool: id, args, runtime, env, computes });
      return readResult(result);
    },
  }) as Tool;
}

/** A yes is kept under it, with the footprint as its cover; the kernel checks what it says. */
function keyOf(tool: string, worker: ToolProcess): (args: unknown) => Promise<string> {
  return async (args) =>
    (await worker.ask({ do: "key", tool, args }, { timeoutMs: KEY_MS })) as string;
}

function migrating(
  { id, contract }: Pick<Tool, "id" | "contract">,
  worker: ToolProcess,
): Tool["contract"] {
  if (contract.stateSlot === null) return contract;
  const migrate = async (value: Json, from: number): Promise<Json> =>
    ((await worker.ask({ do: "migrate", tool: id, value, from }, { timeoutMs: LIFE_MS })) ??
      null) as Json;
  return { ...contract, stateSlot: { ...contract.stateSlot, migrate } };
}

function lifecycleOf(tool: string, steps: readonly string[], worker: ToolProcess): ToolLifecycle {
  const life: Record<string, (context?: LifecycleContext) => Promise<void>> = {};
  for (const step of ["init", "activate", "deactivate", "dispose"]) {
    if (!steps.includes(step)) continue;
    life[step] = async (context) => {
      const config = context?.config ?? {};
      await worker.ask({ do: "life", tool, step, config }, { timeoutMs: LIFE_MS });
    };
  }
  return life;
}

function readResult(result: unknown): unknown {
  const said = result as { readonly data?: unknown; readonly output?: Record<string, unknown> };
  if (typeof said !== "object" || said === null)
    throw new ToolError("internal", "The tool's process answered with nothing.");
  if (typeof said.output !== "object" || said.output === null) return said.data ?? null;
  const { data, content, details, flow, untrusted, truncated } = said.output;
  const extras = Object.entries({ content, details, flow, untrusted }).filter(
    ([, value]) => value !== undefined,
  );
  const { whole } = (truncated ?? {}) as { readonly whole?: unknown };
  // The host says where the output lies: a path of the tool's own choosing would be read for it.
  const cut = typeof whole === "string" ? { truncated: { whole } } : {};
  return output(data ?? null, { ...Object.fromEntries(extras), ...cut });
}
