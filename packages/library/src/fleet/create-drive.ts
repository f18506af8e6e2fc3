/** Drives segments: opens the kept run where its workspace is, goes on until it is suspended or over, and lets go. */
import { LOOP_VERSION } from "@toolplane/agent";
import type { Drive, RunRow, SegmentEnd, Store } from "@toolplane/contract/ports";
import type { Agent, AgentOptions, DrivingEngine } from "../agent/agent.ts";
import type { Runs } from "../runs/create-runs.ts";
import { isRunOver } from "../runs/is-run-over.ts";
import { endKeptRun } from "./end-kept-run.ts";
import { readNamedCommit } from "./git/named-commit.ts";
import { keptVersion } from "./kept-version.ts";
import type { LiveSpans } from "./live-spans.ts";

export interface DriveGround {
  readonly store: Pick<Store, "runs">;
  /** Ends those that were cancelled where they cannot be opened; without it they are tried again. */
  readonly runs?: Pick<Runs, "drive">;
  /** The toolplane of a workspace by its name, or by its folder where the run was begun on a machine; null: it needs none. */
  readonly toolplaneOf: (wanted: WantedPlace) => Promise<DrivenPlace>;
  /** Sent while it happens. */
  readonly spans?: Pick<LiveSpans, "follow"> | null;
  /** Given the subagents that runs start in the background; without it they work here. */
  readonly engine?: DrivingEngine;
  /** By the name that the run was begun with. */
  readonly modelOf: (name: string) => Promise<AgentOptions["model"]>;
  /** Of what is given each time a run goes on: how many calls at once, and the like. */
  readonly options?: Pick<AgentOptions, "strategy" | "reasoning" | "textTools">;
}

interface WantedPlace {
  readonly workspace: string | null;
  readonly row: RunRow;
  /** Fires when the segment is to end: opening may take long. */
  readonly signal: AbortSignal;
}

export interface DrivenPlace {
  readonly agent: (options: AgentOptions) => Promise<Agent>;
  /** Of one that is there for a segment only. */
  readonly leave?: () => Promise<void>;
}

const OVER: SegmentEnd = { state: "over" };

export function createDrive(ground: DriveGround): Drive {
  const { store, runs, toolplaneOf, modelOf, options, engine, spans } = ground;
  return async (id, { cancelled, leaving }) => {
    const row = await store.runs.get(id);
    // One that is gone, or over, has nothing left to do.
    if (row === null || isRunOver(row)) return OVER;
    const version = keptVersion(row.head);
    if (version !== String(LOOP_VERSION)) return { state: "again", afterMs: 0, version };
    const { model, workspace } = row.about as {
      readonly model: string;
      readonly workspace: string | null;
    };
    // In a repository of its own nobody else would find what it made there.
    const given = engine && readNamedCommit(workspace) === null ? { engine } : {};
    const signal = AbortSignal.any([cancelled, leaving]);
    let place: DrivenPlace | null = null;
    let agent: Agent;
    try {
      place = await toolplaneOf({ workspace, row, signal });
      const own = { model: await modelOf(model), run: id, suspends: true };
      agent = await place.agent({ ...options, ...given, ...own });
    } catch (error) {
      await place?.leave?.();
      if (cancelled.aborted && runs && (await endKeptRun(runs, id))) return OVER;
      // It would have gone on here: no fault of anybody.
      if (leaving.aborted) return { state: "again", afterMs: 0 };
      throw error;
    }
    try {
      const ended = spans?.follow(row, agent);
      let end: SegmentEnd = { state: "again", afterMs: 0 };
      try {
        await agent.goOn({ signal: cancelled, leaving });
        const { phase } = agent.state();
        if (phase === "over" || phase === "suspended") end = { state: phase };
        return end;
      } finally {
        ended?.(end.state);
        await agent.close();
      }
    } finally {
      await place.leave?.();
    }
  };
}
