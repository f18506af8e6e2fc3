/** An orchestrator over a memory host, and a few functions registered as S2 registers them. */
import {
  createToolOrchestrator,
  createToolsRegistry,
  type OrchestratorOptions,
  type ToolOrchestrator,
  type ToolsRegistry,
} from "@toolplane/compat";
import type { JsonObject } from "@toolplane/contract";
import {
  createFakeClock,
  createMemoryHost,
  createMemoryRecorder,
  type FakeClock,
  type MemoryHost,
  type MemoryRecorder,
} from "@toolplane/testkit";

export interface S2World {
  readonly clock: FakeClock;
  readonly host: MemoryHost;
  readonly recorder: MemoryRecorder;
  readonly registry: ToolsRegistry;
  readonly orchestrator: ToolOrchestrator;
  /** Makes a call and moves time on until it has settled. */
  readonly run: (
    toolName: string,
    parameters?: JsonObject,
    more?: Partial<Parameters<ToolOrchestrator["executeTool"]>[0]>,
  ) => ReturnType<ToolOrchestrator["executeTool"]>;
}

/** Registers `echo`, which gives its parameters back, beside what the test registers itself. */
export function openS2(options: Partial<OrchestratorOptions> = {}): S2World {
  const clock = createFakeClock();
  const host = createMemoryHost({
    files: { "/workspace/notes.txt": "one\n" },
    clock,
  });
  const recorder = createMemoryRecorder();
  const registry = options.registry ?? createToolsRegistry();
  registry.register("echo")((parameters: JsonObject) => parameters);
  const orchestrator = createToolOrchestrator({
    host,
    ...options,
    registry,
    kernel: { recorder, ...options.kernel },
  });
  return {
    clock,
    host,
    recorder,
    registry,
    orchestrator,
    async run(toolName, parameters = {}, more = {}) {
      const pending = orchestrator.executeTool({ toolName, parameters, ...more });
      await clock.advance(10_000);
      return pending;
    },
  };
}
