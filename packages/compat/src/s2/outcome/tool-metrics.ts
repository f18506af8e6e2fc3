/** S2's metrics: how often each tool was called, how that went, how long it took. */

export interface ToolStats {
  readonly total: number;
  readonly success: number;
  readonly failure: number;
  readonly latencyMsTotal: number;
  readonly latencyMsMax: number;
}

export interface ToolMetrics {
  recordCall(tool: string, call: { readonly success: boolean; readonly latencyMs: number }): void;
  /** Null for a tool that was never called. */
  stats(tool: string): ToolStats | null;
  all(): Readonly<Record<string, ToolStats>>;
}

/** Names come from models, so there is an end to them: what is called past this many is counted under one name. */
const MAX_TOOLS = 1_000;

/** Where calls are counted once too many names are known. */
export const OTHER_TOOLS = "(other)";

export function createToolMetrics(): ToolMetrics {
  const known = new Map<string, ToolStats>();
  return {
    recordCall(tool, { success, latencyMs }) {
      const name = known.has(tool) || known.size < MAX_TOOLS ? tool : OTHER_TOOLS;
      const before = known.get(name) ?? NOTHING;
      known.set(name, {
        total: before.total + 1,
        success: before.success + (success ? 1 : 0),
        failure: before.failure + (success ? 0 : 1),
        latencyMsTotal: before.latencyMsTotal + latencyMs,
        latencyMsMax: Math.max(before.latencyMsMax, latencyMs),
      });
    },
    stats: (tool) => known.get(tool) ?? null,
    all: () => Object.fromEntries(known),
  };
}

const NOTHING: ToolStats = Object.freeze({
  total: 0,
  success: 0,
  failure: 0,
  latencyMsTotal: 0,
  latencyMsMax: 0,
});
