/**
 * Runs one case from set-up to grade. The order is the corpus's: fixture, set-up, stored answers, earlier calls, a look at the
 * world, the call, another look. Whatever the product throws while it is configured is the outcome `error`; what the harness
 * itself cannot do is told apart and counted against it.
 */
import type { AttackCase } from "./attack-case.ts";
import { type Way, whyNoProgram } from "./call-as-program.ts";
import { createCaseRun, loadError } from "./case-run.ts";
import { decideSkip, type Machine, unknownNeed } from "./decide-skip.ts";
import { describeCaseFault } from "./describe-case-fault.ts";
import { expandCase } from "./expand-case.ts";
import { readTree } from "./file-tree.ts";
import { createFixture, type Fixture } from "./fixture.ts";
import { gradeCase } from "./grade-case.ts";
import { isHarnessFault } from "./harness-fault.ts";
import {
  callBefore,
  callMain,
  plantSidecar,
  storeAnswers,
  storeForeignAnswers,
  storeSubagentAnswers,
} from "./make-calls.ts";
import { writeCaseServers } from "./mcp/case-servers.ts";
import { serversToSpeak, urlsOf } from "./mcp/spoken-servers.ts";
import type { Observation } from "./observation.ts";
import { guardedPlaces, observe, type World } from "./observe.ts";
import {
  type CaseSessions,
  type OpenProduct,
  openProduct,
  type ProductParts,
} from "./open-product.ts";
import { jsonOf } from "./read-sinks.ts";
import { type LoopbackNetwork, startNetwork } from "./setup/loopback-network.ts";
import { runSetup } from "./setup/run-setup.ts";
import type { StopSideProcess } from "./setup/side-process.ts";
import type { CaseOutcome } from "./tally.ts";
import { createTappedStore } from "./tap-store.ts";
import { withEnvironment } from "./with-environment.ts";

/** Decision level: the road up to the spawn, and no further. */
const DECISION_CLASS = "shell-permission";

/** What came of a case, with what the product said about it. */
export type ExplainedOutcome = CaseOutcome & { readonly explained?: string };

/** Runs a case and grades it, with the explanation of the product where it failed. */
export async function runCase(subject: AttackCase, machine: Machine): Promise<ExplainedOutcome> {
  const skip = decideSkip(subject, machine);
  if (skip !== null) return { kind: "skipped", subject, reason: skip };
  const fault = describeCaseFault(subject) ?? unknownNeed(subject);
  if (fault !== null) return { kind: "broken", subject, reason: fault };
  const fixture = createFixture({ viaLink: subject.given.workspaceVia === "symlink" });
  try {
    const { level = "auto", way = "direct" } = machine;
    return await runInFixture(subject, { fixture, level, way });
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "broken", subject, reason };
  } finally {
    fixture.remove();
  }
}

async function runInFixture(
  subject: AttackCase,
  { fixture, level, way }: Pick<Stage, "fixture" | "level" | "way">,
): Promise<ExplainedOutcome> {
  const spoken = serversToSpeak(subject.given);
  const network = await startNetwork(subject.given.setup ?? [], spoken);
  const stops: StopSideProcess[] = [];
  try {
    const expanded = expandCase(subject, {
      ...fixture,
      "config-dir": ".toolplane",
      "config-home-var": "TOOLPLANE_CONFIG",
      ports: network.ports,
    });
    const why = way === "program" ? whyNoProgram(expanded) : null;
    if (why !== null) return { kind: "skipped", subject, reason: why };
    network.setAnswers(expanded.given.setup ?? []);
    return await withEnvironment({ home: fixture.home, added: expanded.given.env ?? {} }, () =>
      runExpanded(expanded, { fixture, network, stops, level, way }),
    );
  } finally {
    for (const stop of stops) await stop();
    await network.close();
  }
}

interface Stage {
  readonly fixture: Fixture;
  readonly network: LoopbackNetwork;
  readonly stops: StopSideProcess[];
  readonly level: ProductParts["level"];
  readonly way: Way;
}

async function runExpanded(
  subject: AttackCase,
  { fixture, network, stops, level, way }: Stage,
): Promise<ExplainedOutcome> {
  const { given } = subject;
  const run = createCaseRun();
  const store = createTappedStore();
  const setUp = async (): Promise<void> => {
    stops.push(...(await runSetup(given.setup ?? [], fixture)));
  };
  if (!given.setupAfterApprovals) await setUp();
  const servers = given.mcp
    ? writeCaseServers(given, { fixture, urls: urlsOf(given, network) })
    : null;
  const mayRun = subject.class !== DECISION_CLASS && mayRunCommand(subject);
  const world: World = {
    subject,
    fixture,
    network,
    run,
    store,
    before: new Map(),
    mayHaveRun: mayRun,
    servers,
  };
  const opened = await openForCase(subject, {
    given,
    fixture,
    network,
    store,
    broker: run.broker,
    hooks: run.hooks,
    servers,
    isDecisionOnly: subject.class === DECISION_CLASS,
    mayRun,
    level,
    way,
    onEvent: (event) => void run.events.push(event),
    onWarning: (text) => void run.warnings.push(text),
    onModelCall: () => {
      run.modelCalls += 1;
    },
  });
  if ("failure" in opened) {
    const failed = { turn: 0, result: loadError(opened.failure), questions: [], hasRun: false };
    const before = readTree(...guardedPlaces(fixture));
    const seen = await observe({ ...world, before }, { calls: [failed], watched: null }, null);
    return graded(subject, seen);
  }
  const { product, session, owner } = opened;
  try {
    await storeAnswers(subject, { run, product, session: owner });
    await storeSubagentAnswers(subject, { run, product, session: owner });
    if (given.setupAfterApprovals) await setUp();
    await callBefore(subject, { run, product, session });
    await servers?.heard(given.before?.length ?? 0);
    await plantSidecar(subject, { run, product, session });
    const before = readTree(fixture.base);
    const made = await callMain(subject, { run, product, session, fixture, way });
    if (product.wantedSandbox())
      return { kind: "skipped", subject, reason: "no sandbox to run its command in" };
    const seen = await observe({ ...world, before }, made, { product, session });
    return graded(subject, seen);
  } finally {
    await product.close();
  }
}

function mayRunCommand({ given, call, needs }: AttackCase): boolean {
  const calls = [call, call.then, ...(given.before ?? []), ...(given.parallelWith ?? [])];
  if (Object.values(given.mcp ?? {}).some(({ transport }) => transport === "stdio")) return true;
  return calls.some((each) => each?.tool === "bash") || (needs ?? []).includes("os-sandbox");
}

type Opened = ({ readonly product: OpenProduct } & CaseSessions) | { readonly failure: unknown };

async function openForCase(subject: AttackCase, parts: ProductParts): Promise<Opened> {
  try {
    const approvals = await storeForeignAnswers(subject, parts);
    const product = await openProduct(parts);
    try {
      return { product, ...product.openSession(approvals) };
    } catch (error) {
      await product.close();
      throw error;
    }
  } catch (error) {
    if (isHarnessFault(error)) throw error;
    return { failure: error };
  }
}

/** Adds what was said to the grade: the envelopes, and the product's own explanation. */
function graded(subject: AttackCase, seen: Observation): ExplainedOutcome {
  const grade = gradeCase(subject, seen);
  const said = seen.calls.map(({ result }) =>
    result?.type === "error" ? `${result.code}: ${result.error_text}` : jsonOf(result),
  );
  const explained = [...said.slice(-2).map((text) => text.slice(0, 600)), seen.explained];
  return { kind: "graded", subject, grade, explained: explained.join("\n") };
}
