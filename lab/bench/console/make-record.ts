/** A database as a busy team has it after a while: sessions with calls of every outcome, written by the product's own recorder. */
import { createRecorder } from "@toolplane/kernel/record";
import { openState } from "@toolplane/library/inside";
import { createRealClockHost } from "../real-clock-host.ts";
import { settledCall } from "../store/recorded-calls.ts";

export interface RecordSize {
  readonly sessions: number;
  /** In all; one session has a tenth of them. */
  readonly calls: number;
  readonly workspace: string;
}

export interface MadeRecord {
  /** One with as many calls as most. */
  readonly usual: string;
  /** The one with the most. */
  readonly longest: string;
}

const DAY_MS = 86_400_000;
/** Calls between two writes: what is recorded waits in memory until then. */
const BATCH = 500;

/** Writes it into a user-data folder, as of the last days. */
export async function makeRecord(
  userData: string,
  { sessions, calls, workspace }: RecordSize,
): Promise<MadeRecord> {
  const state = await openState({ userData, recordPlace: null });
  const { clock, ids } = createRealClockHost({});
  const recorder = createRecorder({
    store: state.store,
    key: state.key,
    clock,
    ids,
    defer: setImmediate,
    placeOf: null,
  });
  const long = sessions === 1 ? calls : Math.floor(calls / 10);
  const others = sessions === 1 ? 0 : Math.floor((calls - long) / (sessions - 1));
  const nameOf = (at: number): string => `ses_bench_${String(at).padStart(6, "0")}`;
  let made = 0;
  for (let at = 0; at < sessions; at += 1) {
    const sessionId = nameOf(at);
    const createdAtMs = Date.now() - Math.floor(((sessions - at) / sessions) * 20 * DAY_MS);
    await recorder.openSession({
      sessionId,
      createdAtMs,
      workspace,
      mode: "ask",
      allowlist: [],
      headless: false,
      role: "user",
      depth: 0,
      tools: ["read"],
      variables: { workspace: [workspace] },
      ...(at % 10 === 9 ? { parentSessionId: nameOf(at - 1), agent: "explore" } : {}),
    });
    const own = at === sessions - 2 || sessions === 1 ? long : others;
    for (let index = 0; index < own; index += 1) {
      const call = settledCall(made);
      await recorder.settle({
        ...call,
        sessionId,
        callId: `call_${index + 1}`,
        ordinal: index,
        ...(index % 20 === 19 ? refusal(call.span) : {}),
      });
      made += 1;
      if (made % BATCH === 0) await recorder.flush();
    }
    await recorder.closeSession(sessionId);
  }
  await recorder.close();
  await state.close();
  return { usual: nameOf(sessions - 1), longest: nameOf(Math.max(0, sessions - 2)) };
}

type Settled = ReturnType<typeof settledCall>;

function refusal(span: Settled["span"]): Pick<Settled, "stage" | "result" | "accesses" | "span"> {
  const error_text = "A rule denies fs.read /workspace/.env: fs.read **/.env deny.";
  return {
    stage: "judge",
    result: {
      type: "error",
      code: "permission_denied",
      error_text,
      metadata: { duration_ms: 0 },
    },
    accesses: [],
    span: { ...span, status: "error" },
  };
}

/** How many calls a database holds, counted from outside the recorder. */
export async function countCalls(userData: string): Promise<number> {
  const state = await openState({ userData, recordPlace: null });
  const counts = await state.store.countEvents(0);
  await state.close();
  return counts
    .filter(({ type }) => type.startsWith("call-"))
    .reduce((sum, { count }) => sum + count, 0);
}
