/** Verifies the whole record in the background, one time at a time, and says how far it is. It ends with the server, or when told to. */
import type { Verification } from "@toolplane/contract/console";
import { verifyStore } from "@toolplane/library/rooms/record";
import type { State } from "@toolplane/library/rooms/state";
import { createTurn, inTurns } from "./in-turns.ts";

export interface Verifier {
  /** Null where nobody has asked for one yet. */
  now(): Verification | null;
  /** Begins one, where none is under way. */
  begin(): Verification;
  /** Settles when what was under way has ended. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Broken sessions that are told of by name. */
const MOST_BROKEN = 50;

export function createVerifier({
  state,
  wallMs,
}: {
  readonly state: Pick<State, "store" | "key">;
  readonly wallMs: () => number;
}): Verifier {
  let known: Verification | null = null;
  let own: AbortController | null = null;
  let work: Promise<void> = Promise.resolve();
  const verify = async (started: Verification, { signal }: AbortController): Promise<void> => {
    const { store, key } = state;
    const turn = createTurn(signal);
    const took = (): number => wallMs() - started.startedAtMs;
    try {
      const found = await verifyStore(
        { store: inTurns(store, turn), key, turn },
        {
          goesOn(done, of) {
            known = { ...started, done, of, tookMs: took() };
            return !signal.aborted;
          },
        },
      );
      known = found === null ? stopped() : { ...started, ...outcomeOf(found), tookMs: took() };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      known = signal.aborted ? stopped() : { ...(known ?? started), state: "failed", problem };
    }
    function stopped(): Verification {
      return { ...(known ?? started), state: "stopped", tookMs: took() };
    }
  };
  const stop = (): Promise<void> => {
    own?.abort();
    return work;
  };
  return {
    now: () => known,
    begin() {
      if (known?.state === "running") return known;
      own = new AbortController();
      const started: Verification = { ...NOTHING_YET, startedAtMs: wallMs() };
      known = started;
      work = verify(started, own);
      return started;
    },
    stop,
    close: stop,
  };
}

const NOTHING_YET: Verification = {
  state: "running",
  done: 0,
  of: 0,
  rows: 0,
  startedAtMs: 0,
  tookMs: 0,
  problem: null,
  broken: [],
  brokenCount: 0,
};

function outcomeOf({
  answers,
  ledger,
  ok,
}: NonNullable<Awaited<ReturnType<typeof verifyStore>>>): Omit<
  Verification,
  "startedAtMs" | "tookMs"
> {
  const broken = answers.flatMap((answer) =>
    answer.ok ? [] : [{ sessionId: answer.sessionId, row: answer.row, problem: answer.problem }],
  );
  return {
    state: ok ? "whole" : "broken",
    done: answers.length,
    of: answers.length,
    rows: answers.reduce((sum, answer) => sum + (answer.ok ? answer.rows : 0), 0),
    problem: ledger.problem,
    broken: broken.slice(0, MOST_BROKEN),
    brokenCount: broken.length,
  };
}
