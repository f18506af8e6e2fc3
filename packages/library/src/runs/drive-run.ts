/**
 * Lets one process drive a run. It owns the row while it does, and the store refuses the writes of every other. A process that
 * was thought dead and is not finds that out with its next step, before anything more is done.
 */
import type { LoopState } from "@toolplane/agent";
import { type Json, ToolError } from "@toolplane/contract";
import type { RunRow } from "@toolplane/contract/ports";
import { claimRun, type DriveGround } from "./claim-run.ts";
import type { RunAbout } from "./kept-run.ts";
import { createLetGo } from "./let-go.ts";
import { addToDigest, NO_ENTRIES, sealHead } from "./run-head.ts";
import { createRunLog, type RunEntry, type RunLog } from "./run-log.ts";

/** A run in the hands of this process. */
export interface DrivenRun {
  readonly id: string;
  /** Rejects with a ToolError `conflict` when another process has taken it, and with `unavailable` when it cannot be written. */
  keep(state: LoopState): Promise<void>;
  /** Takes it again after it was let go of. Rejects with a ToolError `conflict` when another process has it. */
  hold(): Promise<void>;
  /** Lets go of it: another process may go on with it. Where the store cannot be reached, as soon as it can. */
  release(): Promise<void>;
}

/** A longer conversation is more than a person reads again. */
const MOST_ENTRIES = 200_000;

/** The beginning of a kept run; `log` and `digest` go on from what is there. */
export interface RunStart {
  readonly row: Pick<RunRow, "id" | "sessionId" | "parentId" | "callId" | "createdAtMs" | "owner">;
  readonly about: RunAbout;
  /** Of one that was taken; one that begins gets its lease with its first state. */
  readonly endLease?: () => void;
  readonly log?: RunLog;
  readonly digest?: string;
}

export function driveRun(ground: DriveGround, start: RunStart): DrivenRun {
  const { store, seals, wallMs, fence, lease, here } = ground;
  let { row, endLease = null } = start;
  const { id } = row;
  const log = start.log ?? createRunLog();
  const about = JSON.parse(JSON.stringify(start.about)) as Json;
  let digest = start.digest ?? NO_ENTRIES;
  const letGo = createLetGo(id, ground);
  let isHeld = true;
  here.add(id);
  const taken = () => new ToolError("conflict", `Run ${id} was taken by another process.`);
  return {
    id,
    async keep(state) {
      const { messages: _, ...rest } = state;
      const { entries, conversation, length, turns } = log.take(state, wallMs());
      if (length > MOST_ENTRIES)
        throw new ToolError("too_large", `A run keeps at most ${MOST_ENTRIES} entries.`);
      digest = addToDigest(digest, entries);
      const sealed = { ...row, about, length };
      const head = sealHead(sealed, { state: rest, conversation, turns, digest }, seals);
      endLease ??= await lease.hold();
      const next = { ...sealed, head, status: statusOf(state), updatedAtMs: wallMs() };
      if (!(await store.runs.put(next, entries.map(asJson)))) throw taken();
      if (state.phase === "suspended" || state.phase === "over") await store.flush();
    },
    async hold() {
      if (isHeld) return;
      const mayBe = letGo.pending();
      letGo.stop();
      const again =
        (mayBe !== null && (await claimRun(ground, row, mayBe))) ||
        (await claimRun(ground, row, null));
      if (!again) throw taken();
      row = { ...row, owner: again.owner };
      endLease = again.endLease;
      isHeld = true;
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      const { sessionId, owner } = row;
      fence?.release({ sessionId, runId: id, owner: owner ?? "" });
      try {
        await letGo.release(owner);
      } finally {
        endLease?.();
        endLease = null;
        here.delete(id);
      }
    },
  };
}

function asJson(entry: RunEntry): Json {
  return entry as unknown as Json;
}

function statusOf({ phase, outcome }: LoopState): string {
  if (phase === "over") return outcome?.status ?? "done";
  return phase === "suspended" || phase === "ready" ? phase : "working";
}
