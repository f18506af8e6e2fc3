export { checkToolConformance } from "./conformance/check-tool-conformance.ts";
export { describeToolConformance } from "./conformance/describe-tool-conformance.ts";
export type { ToolConformanceOptions } from "./conformance/tool-conformance.ts";
export { type CountingIdsOptions, createCountingIds } from "./create-counting-ids.ts";
export { createFakeClock, type FakeClock, type FakeClockOptions } from "./create-fake-clock.ts";
export {
  createMemoryRecorder,
  type MemoryRecorder,
  type RecordedEntry,
} from "./create-memory-recorder.ts";
export {
  type AgentScript,
  createScriptedAgent,
  type ScriptedAgent,
  type ScriptedReply,
} from "./create-scripted-agent.ts";
export {
  type BrokerScript,
  createScriptedBroker,
  type ScriptedAnswer,
  type ScriptedBroker,
} from "./create-scripted-broker.ts";
export {
  createDoorContext,
  createScriptedGate,
  type GateScript,
  type ScriptedGate,
} from "./create-scripted-gate.ts";
export {
  createMemoryFleet,
  type MemoryFleet,
  type MemoryFleetOptions,
} from "./engine/create-memory-fleet.ts";
export {
  checkEngineConformance,
  describeEngineConformance,
} from "./engine/describe-engine-conformance.ts";
export type { EngineConformanceOptions } from "./engine/engine-conformance.ts";
export { checkHostConformance } from "./host/checks/check-host-conformance.ts";
export { describeHostConformance } from "./host/checks/describe-host-conformance.ts";
export { conformanceCompute } from "./host/conformance-compute.ts";
export {
  CONFORMANCE_PROGRAM,
  conformanceProgram,
  scriptedCommand,
} from "./host/conformance-program.ts";
export {
  type ConformanceRequest,
  type ConformanceResponse,
  type ConformanceServer,
  createConformanceServer,
} from "./host/conformance-server.ts";
export { type ConformanceTask, posixCommand } from "./host/conformance-task.ts";
export type {
  ConformanceNetwork,
  ConformanceProcesses,
  HostBench,
  HostConformanceOptions,
  HostFeature,
} from "./host/host-conformance.ts";
export { type CommandScript, command, type ScriptedPath, unit } from "./memory/command-script.ts";
export {
  createMemoryHost,
  LANDING_SANDBOX,
  type MemoryHost,
  type MemoryHostOptions,
} from "./memory/create-memory-host.ts";
export type { MemoryAccess } from "./memory/disk/door-gate.ts";
export type { TreeNode } from "./memory/disk/memory-tree.ts";
export type { CommandReading } from "./memory/memory-analyzer.ts";
export type { ComputeModule } from "./memory/memory-compute.ts";
export type { MemoryRequest, MemoryResponse, MemoryServer } from "./memory/memory-network.ts";
export type { SpawnedProcess } from "./memory/program-host.ts";
export type {
  ProgramInvocation,
  ProgramResult,
  ProgramTouch,
  ProgramWorld,
  ScriptedProgram,
  ScriptedPrograms,
} from "./memory/scripted-program.ts";
export {
  runScript,
  type ScriptOptions,
  type ScriptSession,
  type ScriptStep,
  type Transcript,
} from "./run-script.ts";
export { checkStoreConformance } from "./store/check-store-conformance.ts";
export {
  createMemoryStore,
  type MemoryStore,
} from "./store/create-memory-store.ts";
export { describeStoreConformance } from "./store/describe-store-conformance.ts";
export type { StoreConformanceOptions } from "./store/store-conformance.ts";
export type { StoreFault } from "./store/store-gate.ts";
export type { ConformanceDisk } from "./suite/conformance-disk.ts";
export type { ConformanceProblem } from "./suite/conformance-problem.ts";
export type { TestRunner } from "./suite/test-runner.ts";
