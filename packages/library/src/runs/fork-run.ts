/**
 * Forks a run: it goes on from an earlier turn of another, with its conversation as it was then, in a new folder with the
 * workspace as it was then. Nothing is taken back in the first folder, so both go on. The new run has seen all that the
 * conversation has seen.
 */
import type { Message } from "@toolplane/agent";
import type { JournalEntry, PolicyLayer } from "@toolplane/contract";
import { type FlowFacts, type SeenLabel, ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { readFamilies } from "../ground/session-families.ts";
import { type CopiedWorkspace, copyWorkspaceAt } from "./copy-workspace.ts";
import type { Runs } from "./create-runs.ts";
import type { RunAbout } from "./kept-run.ts";
import { messagesAt, type TurnMark } from "./run-log.ts";

/** The state from which an agent goes on: `agent({ fork })` of a toolplane on the folder. */
export interface RunFork {
  readonly of: NonNullable<RunAbout["forkOf"]>;
  readonly messages: readonly Message[];
  readonly instructions?: string;
  readonly model: string;
  /** Labels that the conversation has seen. */
  readonly flow: FlowFacts;
}

export interface ForkedRun extends CopiedWorkspace {
  readonly fork: RunFork;
}

export interface ForkGround {
  readonly runs: Pick<Runs, "open">;
  readonly store: Pick<Store, "journal" | "payloads" | "sessions">;
  readonly seen: (sessionId: string) => Promise<readonly SeenLabel[]>;
  readonly userData: string;
  /** Rules that hold for the run's workspace: what they deny is not opened by being copied. */
  readonly policy: readonly PolicyLayer[];
}

export interface ForkOptions {
  /** After which answer of the model; the last one unless given. */
  readonly turn?: number;
  /** The new folder, which must not exist; beside the workspace unless given. */
  readonly into?: string;
}

/** Rejects with a ToolError: `not_found` for a turn that was not, `conflict` for a folder that is there, `too_large`. */
export async function forkRun(
  ground: ForkGround,
  runId: string,
  { turn, into }: ForkOptions = {},
): Promise<ForkedRun> {
  const { run, said, turns } = await ground.runs.open(runId);
  const mark = turn === undefined ? turns.at(-1) : turns.find((one) => one.turn === turn);
  if (!mark) throw noTurn(runId, turns);
  if (run.workspace === null)
    throw new ToolError("unavailable", `Run ${run.id} had no workspace, so there is none to copy.`);
  const entries = await changesSince(ground, { sessionId: run.sessionId, said, mark });
  const copied = await copyWorkspaceAt(ground, { workspace: run.workspace, into, entries });
  const seen = await ground.seen(run.sessionId);
  const asEntries = said.map((message) => ({ type: "message", message }) as const);
  return {
    ...copied,
    fork: {
      of: { runId: run.id, turn: mark.turn },
      messages: messagesAt(asEntries, mark.conversation),
      model: run.model,
      flow: { seen, notes: [] },
      ...(run.instructions === undefined ? {} : { instructions: run.instructions }),
    },
  };
}

/** Changes of the run and of those below it that were made after a turn, oldest first. */
async function changesSince(
  { store }: ForkGround,
  {
    sessionId,
    said,
    mark,
  }: { readonly sessionId: string; readonly said: readonly Message[]; readonly mark: TurnMark },
): Promise<readonly JournalEntry[]> {
  const answers = said.filter((message) => message.role === "assistant");
  const before = answers.slice(0, mark.turn).flatMap(({ calls }) => calls.map(({ id }) => id));
  const later = answers.slice(mark.turn).flatMap(({ calls }) => calls.map(({ id }) => id));
  const isOf = ({ callId }: JournalEntry, ids: readonly string[]): boolean =>
    ids.some((id) => callId === id || callId.startsWith(`${id}.`));
  const own = (await store.journal.list(sessionId)).filter(
    (entry) => !isOf(entry, before) && (isOf(entry, later) || entry.atMs > mark.atMs),
  );
  const below: JournalEntry[] = [];
  for (const id of (await readFamilies(store)).below(sessionId))
    below.push(...(await store.journal.list(id)).filter(({ atMs }) => atMs > mark.atMs));
  return [...own, ...below].sort((left, right) => left.atMs - right.atMs);
}

function noTurn(runId: string, turns: readonly TurnMark[]): ToolError {
  const first = turns[0];
  const last = turns.at(-1);
  if (!first || !last) return new ToolError("not_found", `Run ${runId} has no turn to go back to.`);
  return new ToolError(
    "not_found",
    `Run ${runId} has no such turn: name one from ${first.turn} to ${last.turn}.`,
  );
}
