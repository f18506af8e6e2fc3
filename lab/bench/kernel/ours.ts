/** Our rows: `session.call()` as users have it, bare and with everything on. */
import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import type { Recorder } from "@toolplane/contract/ports";
import { createKernel, type KernelOptions, type Session } from "@toolplane/kernel";
import type { BenchCall } from "../harness/measure-calls.ts";
import { projectRules } from "../harness/project-rules.ts";
import { createRealClockHost } from "../real-clock-host.ts";
import {
  createIds,
  createManyTexts,
  doNothing,
  FILES,
  objectAt,
  SCHEMA,
  textAt,
} from "./workload.ts";

/** The differences between our rows. */
export interface OurRow {
  readonly input: "object" | "text";
  readonly road: "bare" | "everything";
  /** True: `path` is annotated, so that footprint, reach, rules and doors really work. */
  readonly annotated: boolean;
  /** True: paths that were not named for thousands of calls, where the other rows name sixteen again and again. */
  readonly newPaths?: boolean;
  /** A tool that returns its value instead of a promise. */
  readonly synchronous?: boolean;
}

/** Opens a session for the row and checks that a call passes all of the road. */
export async function setUpOurs(row: OurRow): Promise<BenchCall> {
  const recorder = createBatchedRecorder();
  const kernel = createKernel({
    host: createRealClockHost(FILES),
    tools: [row.annotated ? annotatedTool(row) : plainTool(row)],
    ...(row.road === "bare" ? BARE : { ...everything(), recorder: recorder.recorder }),
  });
  const session = kernel.session();
  const seen = { events: 0 };
  if (row.road === "everything") {
    session.on((event) => {
      seen.events += event.type.length > 0 ? 1 : 0;
    });
  }
  await checkOnce(session, row, () => seen.events > 0 && recorder.rows() > 0);
  const ids = createIds();
  const argumentsAt = row.newPaths ? createManyTexts() : row.input === "object" ? objectAt : textAt;
  return (index) =>
    session.call({
      id: ids(index),
      name: NAME,
      arguments: argumentsAt(index) as never,
    });
}

const NAME = "read_sample";

const BARE: Partial<KernelOptions> = {
  defaultPolicy: false,
  policy: [{ scope: "session", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
};

function plainTool({ synchronous }: OurRow): Tool {
  return defineTool({
    id: NAME,
    description: "Does nothing.",
    parameters: SCHEMA,
    requires: {},
    execute: synchronous
      ? ({ limit }) => ({ ok: true, lines: limit })
      : (args) => doNothing(args as never),
  }) as Tool;
}

function annotatedTool({ synchronous }: OurRow): Tool {
  return defineTool({
    id: NAME,
    description: "Does nothing with a file.",
    parameters: SCHEMA,
    requires: { fs: { read: ["{workspace}/**"] } },
    resources: { path: "fs.read" },
    execute: synchronous
      ? ({ limit }) => ({ ok: true, lines: limit })
      : (args) => doNothing(args as never),
  }) as Tool;
}

function everything(): Partial<KernelOptions> {
  return {
    policy: [{ scope: "project", rules: fiftyRules() }],
    secrets: Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `SECRET_${index}`,
        `s3cr3t-value-${index}-zq81xk42mm`,
      ]),
    ),
  };
}

/** A project's rules as people write them: some for each capability, of which the call meets its own. */
function fiftyRules(): readonly Rule[] {
  return projectRules(
    { permission: NAME, pattern: "**", action: "allow" },
    { permission: "fs.read", pattern: "{workspace}/**", action: "allow" },
  );
}

/** Rows wait in memory and are written as lines once a tick; writing them to a disk is another section's. */
function createBatchedRecorder(): { readonly recorder: Recorder; readonly rows: () => number } {
  let waiting: unknown[] = [];
  let rows = 0;
  let bytes = 0;
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    for (const entry of batch) bytes += JSON.stringify(entry).length;
  };
  const keep = (entry: unknown): undefined => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(entry);
    rows += 1;
    return undefined;
  };
  return { recorder: { intent: keep, settle: keep }, rows: () => rows + Math.min(0, bytes) };
}

/** A row that is refused half-way would be fast and worthless. */
async function checkOnce(session: Session, row: OurRow, isObserved: () => boolean): Promise<void> {
  const args = row.input === "object" ? objectAt(0) : textAt(0);
  const result = await session.call({ id: "check", name: NAME, arguments: args as never });
  if (result.type !== "output") throw new Error(`the call was refused: ${JSON.stringify(result)}`);
  if (row.road === "everything" && !isObserved()) throw new Error("nobody was told of the call");
}
