/**
 * Checks what the calls of a session wrote into the project itself, where no view can be held. Nobody follows who could mend it, so
 * what does not pass is taken back at once; an agent's driver judges when a turn is over, and only hears here that one may write.
 */
import type { ToolMode, ToolResult } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import type { CheckedPart } from "../ground/required-check.ts";
import { type CallEnd, withCallEnd } from "./call-end.ts";
import type { ProjectChecks } from "./create-project-checks.ts";
import type { OpenJudge } from "./open-judge.ts";
import type { ViewEnd } from "./own-view.ts";
import { mayChange, nameOf, refusal } from "./watched-calls.ts";

export interface CheckedCallsGround {
  readonly openJudge: OpenJudge;
  /** Finds who judges when a turn is over. */
  readonly judgeOf: (session: Session) => ProjectChecks | null;
  readonly modeOf: (tool: string) => ToolMode | null;
  readonly partOf: (session: Session) => CheckedPart | null;
}

export function checkCalls(session: Session, ground: CheckedCallsGround): Session {
  const { openJudge, judgeOf, modeOf, partOf } = ground;
  let last: ViewEnd | null = null;
  let own: Promise<ProjectChecks | null> | null = null;
  let running = 0;
  let judging: Promise<unknown> = Promise.resolve();

  const hears = ({ end }: { readonly end: ViewEnd }): void => {
    last = end;
  };
  /** Finds what the end of the calls has to do; words where they cannot begin. */
  const begin = async (names: readonly string[]): Promise<ProjectChecks | ToolResult | null> => {
    if (!mayChange(names, modeOf)) return null;
    try {
      const judge = judgeOf(session);
      if (judge !== null) {
        await judge.begin();
        return null;
      }
      if (partOf(session) !== "call") return null;
      own ??= openJudge(session, { tell: hears, mostTold: 0 });
      const mine = await own;
      await mine?.begin();
      return mine;
    } catch (error) {
      return refusal(error);
    }
  };
  const around = async <Value>(
    work: () => Promise<Value>,
    { judge, signal }: { readonly judge: ProjectChecks; readonly signal: AbortSignal },
  ): Promise<{ readonly value: Value; readonly ended: CallEnd | null }> => {
    running += 1;
    const value = await work().finally(() => {
      running -= 1;
    });
    if (running > 0) return { value, ended: null };
    const next = judging.then(async () => {
      last = null;
      await judge.endTurn(signal);
      return last === null ? null : callEnd(last);
    });
    judging = next.catch(() => null);
    return { value, ended: await next };
  };
  const signalOf = (options: { readonly signal?: AbortSignal } | undefined): AbortSignal =>
    options?.signal ?? new AbortController().signal;
  return {
    ...session,
    async call(call, options) {
      const judge = options?.dryRun === true ? null : await begin([nameOf(call)]);
      if (judge === null) return session.call(call, options);
      if (!("begin" in judge)) return judge;
      const work = () => session.call(call, options);
      const { value, ended } = await around(work, { judge, signal: signalOf(options) });
      return ended === null ? value : withCallEnd(value, ended);
    },
    async callAll(calls, options) {
      const judge = await begin(calls.map(nameOf));
      if (judge === null) return session.callAll(calls, options);
      if (!("begin" in judge)) return { results: calls.map(() => judge), steering: [] };
      const work = () => session.callAll(calls, options);
      const { value, ended } = await around(work, { judge, signal: signalOf(options) });
      if (ended === null) return value;
      const at = value.results.length - 1;
      return {
        ...value,
        results: value.results.map((one, index) => (index === at ? withCallEnd(one, ended) : one)),
      };
    },
  };
}

function callEnd(end: ViewEnd): CallEnd | null {
  return end.state === "empty" ? null : { view: null, end };
}
