/**
 * Judges what a turn wrote into the project itself, where no view can be held. What is required runs once before the turn's first
 * call that may write, because afterwards nobody can run it on the project as it was, and again when the turn is over. A model hears
 * what broke and mends it; what it leaves broken is taken back from the journal.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { isToolError, type JournalEntry } from "@toolplane/contract";
import type { ReadSide } from "@toolplane/host";
import type { Session } from "@toolplane/kernel";
import { isWithin, posixPath } from "@toolplane/readings";
import { cardText } from "../checks/card-text.ts";
import { type CheckSide, type CheckVerdict, createRequiredChecks } from "../checks/index.ts";
import { type CheckGround, checkEffects, MOST_TEXT, newCheckId, textOf } from "./check-ground.ts";
import type { ViewTurns } from "./create-turn-end.ts";
import { knownRed } from "./known-red.ts";
import { type BaseLook, changesBetween, type PathChange } from "./look-at-base.ts";
import type { ViewEnd } from "./own-view.ts";
import type { ProjectLooks } from "./project-looks.ts";
import { runInProject } from "./run-in-project.ts";
import { sessionChanges } from "./session-changes.ts";
import type { ViewEvent } from "./view-event.ts";
import { listed } from "./view-text.ts";

export interface ProjectChecksOptions extends CheckGround {
  readonly session: Session;
  readonly looks: ProjectLooks;
  /** Reads what the journal kept. */
  readonly side: ReadSide;
  readonly tell: (event: ViewEvent) => void;
  /** How often the model is told before what it wrote is taken back. */
  readonly mostTold: number;
}

export interface ProjectChecks extends ViewTurns {
  /** Before a call that may write. */
  begin(): Promise<void>;
}

interface Turn {
  readonly base: string;
  /** Null: too much to be looked at, so that only the journal tells what was changed. */
  readonly look: BaseLook | null;
  /** Why what is required could not be run on the project as it was. */
  readonly fault: string | null;
}

export async function createProjectChecks(options: ProjectChecksOptions): Promise<ProjectChecks> {
  const { session, workspace, required, tell } = options;
  const changes = sessionChanges(session, newCheckId);
  const leaving = new AbortController();
  let settled = (await changes.list()).length;
  let turn: Promise<Turn> | null = null;
  let told = 0;
  const red = knownRed<CheckVerdict>(session);

  const say = (end: ViewEnd, goesOn = false): void =>
    tell({ type: "view-end", sessionId: session.id, view: null, end, goesOn });

  /** Of this turn, and not taken back since. */
  const written = async (): Promise<readonly JournalEntry[]> =>
    (await changes.list()).slice(settled).filter(({ undone }) => !undone);

  const settle = async (): Promise<void> => {
    settled = (await changes.list()).length;
    turn = null;
    told = 0;
    red.forget();
  };

  function checksOn(judged: readonly JournalEntry[] | null, fault: string | null = null) {
    return createRequiredChecks({
      ...checkEffects(options),
      checks: required,
      runCheck: (request) =>
        runInProject(request, { ...options, changes, judged, fault, newId: newCheckId }),
      readText: (side, path) => readText(side, path, judged ?? []),
    });
  }

  async function readText(
    side: CheckSide,
    path: string,
    judged: readonly JournalEntry[],
  ): Promise<string | null> {
    const whole = join(workspace, path);
    const first = side === "base" ? judged.find((entry) => entry.path === whole) : undefined;
    if (first === undefined) return textOf(whole);
    const was = await options.side(first.before);
    return was instanceof Uint8Array && was.length <= MOST_TEXT
      ? Buffer.from(was).toString("utf8")
      : null;
  }

  async function open(): Promise<Turn> {
    const look = await options.looks.now();
    const base = digestOf(look);
    const stopped = await checksOn(null).measure(base, leaving.signal);
    return { base, look, fault: stopped === null ? null : (stopped.why ?? stopped.stopped) };
  }

  /** Names what could not be taken back: it is for a person. */
  async function takeBack(
    verdict: CheckVerdict,
    { judged, found }: { judged: readonly JournalEntry[]; found: readonly PathChange[] },
  ): Promise<void> {
    const lines = verdict.card.map(cardText);
    const kept = new Set(judged.map(({ path }) => path));
    const unkept = found.map(({ path }) => join(workspace, path)).filter((path) => !kept.has(path));
    const fault = await changes.undo(judged).then(() => null, faultOf);
    await settle();
    const left = fault === null ? listed(unkept) : [fault];
    const state = left.length === 0 ? "undone" : "left";
    say({ state, text: verdict.text, lines: [...lines, ...left] });
  }

  return {
    async begin() {
      turn ??= open();
      await turn;
    },
    async endTurn(signal) {
      if (turn === null) return null;
      const { base, look, fault } = await turn;
      const judged = await written();
      const now = look === null ? null : await options.looks.now();
      const found =
        look === null || now === null ? journalled(judged, workspace) : changesBetween(look, now);
      if (found.length === 0) {
        await settle();
        return null;
      }
      const checks = checksOn(judged, fault);
      const state = now === null ? null : digestOf(now);
      const verdict = red.find(state) ?? (await checks.judge({ base, changes: found }, signal));
      const lines = verdict.card.map(cardText);
      if (verdict.passes) {
        if (now !== null) await checks.landed(verdict, digestOf(now));
        await settle();
        say({ state: "passed", lines });
        return null;
      }
      // A turn that was cut off is judged with the next one.
      if (signal.aborted) return null;
      const goesOn = told < options.mostTold && verdict.needsPerson === undefined;
      if (!goesOn) {
        await takeBack(verdict, { judged, found });
        return null;
      }
      told += 1;
      red.keep(state, verdict);
      say({ state: "red", text: verdict.text, lines }, true);
      return verdict.text;
    },
    async endRun() {
      red.close();
      leaving.abort();
      const unjudged = turn === null ? [] : await written();
      if (unjudged.length === 0) return;
      const paths = [...new Set(unjudged.map(({ path }) => posixPath.below(workspace, path)))];
      say({ state: "unchecked", text: "", lines: listed(paths) });
    },
  };
}

function journalled(entries: readonly JournalEntry[], workspace: string): readonly PathChange[] {
  const paths = new Map<string, PathChange>();
  for (const { path: whole, before, after } of entries) {
    if (!isWithin(whole, workspace)) continue;
    const path = posixPath.below(workspace, whole);
    const first = paths.get(path);
    const wasThere = first === undefined ? before !== null : first.kind !== "added";
    const kind = after === null ? "removed" : wasThere ? "changed" : "added";
    paths.set(path, { path, kind });
  }
  return [...paths.values()];
}

/** Never the same twice where it cannot be named. */
function digestOf(look: BaseLook | null): string {
  if (look === null) return newCheckId();
  const hash = createHash("sha256");
  for (const [path, { is }] of look) hash.update(`${path}\0${is}\0`);
  return hash.digest("hex");
}

function faultOf(error: unknown): string {
  if (!isToolError(error)) throw error;
  return `It could not be taken back: ${error.message}`;
}
