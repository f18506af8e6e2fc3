/** Looks at the world once the calls are over: texts, files, servers, processes. */
import { lstatSync } from "node:fs";
import type { ErrorResult, OutputResult, ToolResult } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import type { AttackCase, OracleItem, Outcome } from "./attack-case.ts";
import type { CaseRun } from "./case-run.ts";
import { classifyCall } from "./classify-call.ts";
import { type FileTree, readTree } from "./file-tree.ts";
import { findProcesses } from "./find-processes.ts";
import type { Fixture } from "./fixture.ts";
import type { CaseServers } from "./mcp/case-servers.ts";
import type { CallSeen, Measures, Observation } from "./observation.ts";
import type { OpenProduct } from "./open-product.ts";
import {
  carriedTexts,
  envelopeTexts,
  leavesOf,
  logTexts,
  readFiles,
  shownTexts,
  textsOf,
} from "./read-sinks.ts";
import type { LoopbackNetwork } from "./setup/loopback-network.ts";
import type { TappedStore } from "./tap-store.ts";
import type { Watched } from "./watch-run.ts";

/** How long a process may take to be gone after its call. */
const GRACE_MS = 10_000;
const LOOK_EVERY_MS = 50;

export interface World {
  readonly subject: AttackCase;
  readonly fixture: Fixture;
  readonly network: LoopbackNetwork;
  readonly run: CaseRun;
  readonly store: TappedStore;
  readonly before: FileTree;
  readonly mayHaveRun: boolean;
  readonly servers: CaseServers | null;
}

/** The calls with what was measured; null where nothing could be opened. */
export interface CallsMade {
  readonly calls: readonly CallSeen[];
  readonly watched: Watched | null;
}

/** Places where nothing may change. */
export function guardedPlaces({ outside, sibling, home }: Fixture): readonly string[] {
  return [outside, sibling, home];
}

/** Collects everything. What only shows once the session is closed is looked at after closing it. */
export async function observe(
  world: World,
  made: CallsMade,
  open: { readonly product: OpenProduct; readonly session: Session } | null,
): Promise<Observation> {
  const { fixture, run, subject, network } = world;
  const asked = run.broker.asked();
  const shown = shownTexts(asked);
  const explained = open && isSurprising(subject, made) ? await explain(subject, open.session) : "";
  const left = open ? readFiles([...open.product.scratch(), fixture.userData]) : [];
  const measures = await measure(world, made);
  // Scratch goes with the session, so what was put there is remembered first.
  const scratch = readTree(...(open?.product.scratch() ?? []));
  // Closing writes what the record still holds, and ends what outlived its call: effects are looked at afterwards.
  await open?.product.close();
  const leftoverProcesses = world.servers
    ? await findLeftovers([fixture.workspace])
    : measures.leftoverProcesses;
  return {
    calls: made.calls,
    sinks: {
      output: envelopeTexts(made.calls.map(({ result }) => result)),
      log: [...logTexts(run.events), ...run.warnings],
      audit: world.store.texts(),
      prompt: shown,
      promptData: carriedTexts(asked),
      sidecar: left.map(({ text }) => text),
      display: [...shown, explained],
    },
    everyEnvelope: run.envelopes.flatMap(textsOf),
    measures: { ...measures, leftoverProcesses },
    mcp: world.servers?.traffic ?? {},
    before: world.before,
    after: new Map([...scratch, ...readTree(...(open ? [fixture.base] : guardedPlaces(fixture)))]),
    workspace: fixture.workspace,
    guarded: guardedPlaces(fixture),
    servers: Object.fromEntries(
      Object.keys(network.ports).map((name) => {
        const server = network.server(name);
        return [name, { connections: server.connections(), hits: server.hits() }];
      }),
    ),
    connects: network.attempts(),
    modelCalls: run.modelCalls,
    proto: readProto(subject),
    explained,
  };
}

async function measure(
  { fixture, mayHaveRun, servers }: World,
  { calls, watched }: CallsMade,
): Promise<Measures> {
  const results = calls.flatMap(({ result }) => (result === null ? [] : [result]));
  const paths = results.flatMap(({ metadata }) => metadata.output_path ?? []);
  return {
    wallMs: watched?.wallMs ?? 0,
    rssMb: watched?.rssMb ?? 0,
    mostProcesses: watched?.mostProcesses ?? 0,
    outputBytes: Math.max(0, ...results.map(bytesOf)),
    isTruncated: results.some(({ metadata }) => metadata.truncated === true),
    isSilentlyCut: results.some(
      ({ metadata }) => metadata.output_path !== undefined && metadata.truncated !== true,
    ),
    // Where nothing could be run, nothing is left; looking costs more than most cases.
    // A server lives as long as the product, and is looked for after that.
    leftoverProcesses:
      mayHaveRun && servers === null
        ? await findLeftovers([fixture.workspace, `${fixture.workspace}.real`])
        : [],
    sidecarModes: paths.flatMap((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat ? [stat.mode & 0o7777] : [];
    }),
  };
}

/** The size of what a result says; how a wire would escape it does not count. */
function bytesOf(result: ToolResult): number {
  const { data, error_text, content } = result as Partial<OutputResult & ErrorResult>;
  return leavesOf([data, error_text, content]).reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
}

/** A process that was killed needs a moment to be gone. */
async function findLeftovers(workspaces: readonly string[]): Promise<readonly string[]> {
  const end = performance.now() + GRACE_MS;
  for (;;) {
    const found = findProcesses(workspaces);
    if (found.length === 0 || performance.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Only what is not as it should be, or what is looked at, needs an explanation. */
function isSurprising({ expect, accept, oracle }: AttackCase, { calls }: CallsMade): boolean {
  const wanted: readonly Outcome[] = [expect, ...(accept ?? [])];
  const items = [...(oracle?.forbid ?? []), ...(oracle?.require ?? [])];
  const isConditional = wanted.includes("redacted") || wanted.includes("bounded");
  return (
    items.some((item) => "display" in item) ||
    (!isConditional && !calls.map(classifyCall).every((outcome) => wanted.includes(outcome)))
  );
}

/** Why the product decides so, as it tells a person; a registration has no such thing. */
async function explain({ call }: AttackCase, session: Session): Promise<string> {
  const last = call.tool === "$register" ? call.then : call;
  if (!last) return "";
  const { text } = await session.explain({
    id: "why",
    name: last.tool,
    arguments: (last.raw ?? last.args ?? {}) as never,
  });
  return text;
}

/** Names that every object has now, and takes them away again. */
function readProto({ oracle }: AttackCase): readonly string[] {
  const items: readonly OracleItem[] = [...(oracle?.forbid ?? []), ...(oracle?.require ?? [])];
  const plain = Object.prototype as Record<string, unknown>;
  return items.flatMap((item) => {
    const name = item.proto;
    if (typeof name !== "string" || !(name in {})) return [];
    delete plain[name];
    return [name];
  });
}
