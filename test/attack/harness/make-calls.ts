/** The calls of a case, in their order: answers that were stored, earlier calls, a rehearsal, and the call itself. */
import type { Approval } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import { type AttackCase, type CaseApproval, DEFAULT_BOUNDS } from "./attack-case.ts";
import type { Way } from "./call-as-program.ts";
import { readChoice } from "./case-broker.ts";
import { type CaseRun, createCaseRun, makeCall } from "./case-run.ts";
import type { Fixture } from "./fixture.ts";
import type { CallsMade } from "./observe.ts";
import { type OpenProduct, openProduct, type ProductParts } from "./open-product.ts";
import { plantSidecarLinks } from "./plant-sidecar.ts";
import { watchRun } from "./watch-run.ts";

/** How much longer than its bound a call is waited for. */
const PATIENCE_MS = 60_000;

/** Answers that were given about a tool of the same name from elsewhere. */
export async function storeForeignAnswers(
  subject: AttackCase,
  parts: ProductParts,
): Promise<readonly Approval[]> {
  const kept: Approval[] = [];
  for (const { origin, choice, ...call } of subject.given.approvals ?? []) {
    if (origin === undefined) continue;
    const run = createCaseRun();
    run.isStoring = true;
    const product = await openProduct(
      { ...parts, broker: run.broker, hooks: run.hooks, onEvent: (e) => void run.events.push(e) },
      { [call.tool]: origin },
    );
    const { owner: session } = product.openSession([], "case-elsewhere");
    const { toolplane } = product;
    const answer = readChoice(choice);
    await makeCall(run, { toolplane, session, call, answer, patienceMs: PATIENCE_MS });
    kept.push(...session.approvals());
    await product.close();
  }
  return kept;
}

/** A case with its product open. */
export interface Running {
  readonly run: CaseRun;
  readonly product: OpenProduct;
  readonly session: Session;
}

/** Stores the answers that the case says were given. */
export async function storeAnswers({ given }: AttackCase, running: Running): Promise<void> {
  await store(given.approvals ?? [], running);
}

/** Stores what was answered to a subagent, and ends it: what it was granted ends with it. */
export async function storeSubagentAnswers(
  { given }: AttackCase,
  { run, product, session: parent }: Running,
): Promise<void> {
  const answers = given.subagentApprovals ?? [];
  if (answers.length === 0) return;
  const session = product.toolplane.session({ id: "finished", parent });
  await store(answers, { run, product, session });
  await session.close();
}

async function store(
  answers: readonly CaseApproval[],
  { run, product: { toolplane }, session }: Running,
): Promise<void> {
  run.isStoring = true;
  for (const { choice, origin, ...call } of answers) {
    if (origin !== undefined) continue;
    const answer = readChoice(choice);
    await makeCall(run, { toolplane, session, call, answer, patienceMs: PATIENCE_MS });
  }
  run.isStoring = false;
}

/** Makes the earlier calls, each allowed once. */
export async function callBefore(
  { given }: AttackCase,
  { run, product: { toolplane }, session }: Running,
): Promise<void> {
  for (const call of given.before ?? [])
    await makeCall(run, { toolplane, session, call, answer: "once", patienceMs: PATIENCE_MS });
}

/** The case's own call, made once ahead, shows what a sidecar is called. */
export async function plantSidecar(
  { given, call }: AttackCase,
  { run, product: { toolplane }, session }: Running,
): Promise<void> {
  const step = (given.setup ?? []).find((each) => each.do === "plant-sidecar-symlink");
  if (!step) return;
  const seenCallId = run.peekId();
  const { result } = await makeCall(run, {
    toolplane,
    session,
    call,
    answer: "reject",
    patienceMs: PATIENCE_MS,
  });
  const seen = result?.metadata.output_path;
  if (seen === undefined) return;
  plantSidecarLinks({ seen, seenCallId, nextCallId: run.peekId(), to: String(step.to) });
}

/** Makes the call itself, with what is pending beside it, and measures. */
export async function callMain(
  { given, call, oracle, expect, accept }: AttackCase,
  {
    run,
    product: { toolplane },
    session,
    fixture,
    way,
  }: Running & { readonly fixture: Fixture; readonly way: Way },
): Promise<CallsMade> {
  const patienceMs = (given.limits?.wallMs ?? DEFAULT_BOUNDS.wallMs) + PATIENCE_MS;
  const make = { toolplane, session, answer: "reject", patienceMs } as const;
  const isBounded = [expect, ...(accept ?? [])].includes("bounded");
  const countsProcesses = JSON.stringify(oracle ?? {}).includes("processesOver");
  const { value: calls, watched } = await watchRun(
    async () => {
      const beside = (given.parallelWith ?? []).map((other) =>
        makeCall(run, { ...make, call: other, answer: readChoice(other.answer) }),
      );
      const seen = [];
      for (let turn = 0; turn < (oracle?.repeat ?? 1); turn += 1) {
        const signal = abortSignal(given.abortAfterMs);
        seen.push(await makeCall(run, { ...make, way, turn, call, ...(signal ? { signal } : {}) }));
        if (call.then) seen.push(await makeCall(run, { ...make, way, turn, call: call.then }));
      }
      await Promise.all(beside);
      return seen;
    },
    { memory: isBounded, processesOf: countsProcesses ? [fixture.workspace] : [] },
  );
  if (calls.some(({ result }) => result === null)) session.cancel();
  return { calls, watched };
}

function abortSignal(afterMs: number | undefined): AbortSignal | undefined {
  return afterMs === undefined ? undefined : AbortSignal.timeout(afterMs);
}
