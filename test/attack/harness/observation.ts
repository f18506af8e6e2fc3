/** The facts that were seen of a case. Their meaning is decided in classify-call, check-oracle and grade-case. */
import type { ToolResult } from "@toolplane/contract";
import type { AskedQuestion } from "./case-broker.ts";
import type { FileTree } from "./file-tree.ts";
import type { ServerTraffic } from "./mcp/case-servers.ts";
import type { Hit } from "./setup/loopback-server.ts";

/** One call of the case itself. Of a call and the one made after it, the worse counts: see `turn`. */
export interface CallSeen {
  /** Which repetition it belongs to. */
  readonly turn: number;
  /** Null when it did not settle in time. */
  readonly result: ToolResult | null;
  /** Questions about permission, in order. */
  readonly questions: readonly AskedQuestion[];
  readonly hasRun: boolean;
}

/** Texts by where they went. */
interface Sinks {
  readonly output: readonly string[];
  readonly log: readonly string[];
  readonly audit: readonly string[];
  /** What a person sees of a question. */
  readonly prompt: readonly string[];
  /** All that a question carries, seen or not. */
  readonly promptData: readonly string[];
  readonly sidecar: readonly string[];
  readonly display: readonly string[];
}

export interface Measures {
  readonly wallMs: number;
  readonly rssMb: number;
  readonly outputBytes: number;
  readonly isTruncated: boolean;
  /** A result names a sidecar without saying that it was cut. */
  readonly isSilentlyCut: boolean;
  readonly leftoverProcesses: readonly string[];
  readonly mostProcesses: number;
  readonly sidecarModes: readonly number[];
}

/** A server as the case found it. */
export interface ServerSeen {
  readonly connections: number;
  readonly hits: readonly Hit[];
}

export interface Observation {
  readonly calls: readonly CallSeen[];
  readonly sinks: Sinks;
  /** Envelopes of earlier and parallel calls as well: canaries are looked for everywhere. */
  readonly everyEnvelope: readonly string[];
  readonly measures: Measures;
  readonly before: FileTree;
  readonly after: FileTree;
  readonly workspace: string;
  /** Places where nothing may change. */
  readonly guarded: readonly string[];
  readonly servers: Readonly<Record<string, ServerSeen>>;
  /** What was started of, and sent to, the MCP servers of the case. */
  readonly mcp: Readonly<Record<string, ServerTraffic>>;
  readonly connects: readonly string[];
  readonly modelCalls: number;
  readonly proto: readonly string[];
  /** Why the product decided so, where it can say. */
  readonly explained: string;
}
