/** Checks what the calls of a session changed, when they have ended, and lands it where nobody else does. */
import type { ToolMode, ToolResult } from "@toolplane/contract";
import type { Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { RequireOption } from "../checks/require-option.ts";
import type { CheckedPart } from "../ground/required-check.ts";
import { type CallEnd, keptEnd, withCallEnd } from "./call-end.ts";
import { checksOf } from "./lands-at.ts";
import { type ChecksOf, landOwnView, openOwnView } from "./own-view.ts";
import { mayChange, nameOf, refusal } from "./watched-calls.ts";

export interface CallLandingGround {
  readonly views: Views | undefined;
  readonly required: RequireOption;
  readonly checks: ChecksOf;
  /** Null where there is no tool of that name. */
  readonly modeOf: (tool: string) => ToolMode | null;
  /** When what the session changes lands; null: another session's end decides. */
  readonly partOf: (session: Session) => CheckedPart | null;
}

export function landCalls(session: Session, ground: CallLandingGround): Session {
  const { views, required, checks, modeOf, partOf } = ground;
  const hasCallChecks = checksOf(required, "call").length > 0;
  let running = 0;
  let landing: Promise<unknown> = Promise.resolve();

  /** True where the calls may change something that has to be checked when they have ended. */
  const watches = (names: readonly string[], isDry: boolean): boolean => {
    const part = partOf(session);
    if (part === null || isDry || (part !== "call" && !hasCallChecks)) return false;
    return mayChange(names, modeOf);
  };
  /** Null when they can begin; else why they cannot. */
  const begin = async (): Promise<ToolResult | null> => {
    try {
      if (views !== undefined && views.of(session.id) === null) await openOwnView(views, session);
      // Rejects where nothing can be checked, and keeps with the view what it has to pass.
      await checks(session);
      return null;
    } catch (error) {
      return refusal(error);
    }
  };
  const land = async (signal: AbortSignal): Promise<CallEnd | null> => {
    const view = views?.of(session.id) ?? null;
    if (views === undefined || view === null) return null;
    try {
      const isLast = partOf(session) === "call";
      const check = await checks(session, isLast ? undefined : "call");
      const end = await landOwnView({ views, session, check, holdsBack: !isLast }, signal);
      return end.state === "empty" ? null : { view: view.id, end };
    } catch (error) {
      return { view: view.id, end: keptEnd(error) };
    }
  };
  const end = (signal: AbortSignal): Promise<CallEnd | null> => {
    // Those that still run write in the view: whichever ends last lands what all of them changed.
    if (running > 0) return Promise.resolve(null);
    const next = landing.then(() => land(signal));
    landing = next;
    return next;
  };
  const around = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
  return {
    ...session,
    async call(call, options) {
      if (!watches([nameOf(call)], options?.dryRun === true)) return session.call(call, options);
      const refused = await begin();
      if (refused !== null) return refused;
      const result = await around(() => session.call(call, options));
      if (result.metadata.awaits !== undefined) return result;
      const ended = await end(options?.signal ?? new AbortController().signal);
      return ended === null ? result : withCallEnd(result, ended);
    },
    async callAll(calls, options) {
      if (!watches(calls.map(nameOf), false)) return session.callAll(calls, options);
      const refused = await begin();
      if (refused !== null) return { results: calls.map(() => refused), steering: [] };
      const outcome = await around(() => session.callAll(calls, options));
      if (outcome.results.some(({ metadata }) => metadata.awaits !== undefined)) return outcome;
      const ended = await end(options?.signal ?? new AbortController().signal);
      if (ended === null) return outcome;
      const last = outcome.results.length - 1;
      return {
        ...outcome,
        results: outcome.results.map((one, at) => (at === last ? withCallEnd(one, ended) : one)),
      };
    },
  };
}
