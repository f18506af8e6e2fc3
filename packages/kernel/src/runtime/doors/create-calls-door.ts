/**
 * Lets a tool call other tools. Each is a call of the same session: it walks the whole road, so that nothing is looser
 * inside a program than outside of it. It takes from the same budget, asks by the same queue, and its record lies below
 * the call that made it. The outer result carries the labels of the inner ones, because it may hold any of their text.
 *
 * A call that is resumed gets the results of its earlier run again, by place, as long as it makes the same calls; none
 * of those runs a second time. Where it makes another call, or one whose end was not recorded, it ends there: the
 * earlier work belongs to another course of events, and going on would be a guess.
 */
import {
  type CallableTool,
  type CallsDoor,
  type EarlierInnerCall,
  type JsonObject,
  labelsOf,
  type StoppedInnerCall,
  suspension,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
import { type CallState, createCallState } from "../../call/call-state.ts";
import { digestOf } from "../../digest/digest-of.ts";
import { signalOf } from "../../session/running-calls.ts";
import { addLabels } from "../labels/add-labels.ts";

export function createCallsDoor(call: CallState): CallsDoor {
  const { session } = call;
  const { resumes } = call.options;
  let fault: ToolError | null = null;
  const again = async (args: JsonObject, earlier: EarlierInnerCall, name: string) => {
    fault ??= describeCourseFault({
      name,
      args,
      earlier,
      number: call.innerCalls,
      mask: session.redactor.value,
    });
    if (fault) throw fault;
    // The rules may be others now: what they close is not handed out a second time.
    const now = innerState(call, { id: session.ids.next("why"), name, args });
    await session.road.judge(now as never);
    // Its changes still wait for an answer: so does the program.
    const awaits = earlier.result?.metadata.awaits;
    if (awaits !== undefined) {
      call.suspended = awaits;
      throw suspension(awaits);
    }
    return now.result?.type === "error" ? now.result : (earlier.result as ToolResult);
  };
  return {
    startedAtMs: resumes?.startedAtMs ?? (call.intendedAtMs || session.host.clock.wallMs()),
    async call(name, args) {
      // One of its calls waits for a person: what comes after that is made when the program goes on.
      if (call.suspended !== null) throw suspension(call.suspended);
      const earlier = resumes?.calls[call.innerCalls];
      call.innerCalls += 1;
      if (fault) throw fault;
      const result =
        earlier && "result" in earlier
          ? await again(args, earlier, name)
          : await walkInner(call, { id: innerId(call, earlier), name, args });
      addLabels(call, labelsOf(result.metadata));
      if (result.metadata.awaits !== undefined) throw suspension(result.metadata.awaits);
      return result;
    },
    tools: (names) => callableTools(call, names),
  };
}

/** Its place in the program is part of its id, so that the record can be read back; `read-earlier-run.ts` reads it. */
function innerId({ id, innerCalls }: CallState, earlier: StoppedInnerCall | undefined): string {
  const { stopped } = earlier ?? { stopped: 0 };
  return stopped === 0 ? `${id}.${innerCalls}` : `${id}.${innerCalls}-${stopped + 1}`;
}

interface InnerCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

function walkInner(call: CallState, inner: InnerCall): ToolResult | Promise<ToolResult> {
  return call.session.road.walk(innerState(call, inner) as never);
}

function innerState(call: CallState, { id, name, args }: InnerCall): CallState {
  const options = { signal: signalOf(call) };
  const inner = createCallState(call.session, { id, name, arguments: args }, options);
  inner.parent = call;
  return inner;
}

function describeCourseFault({
  name,
  args,
  earlier,
  number,
  mask,
}: {
  readonly name: string;
  readonly args: JsonObject;
  readonly earlier: EarlierInnerCall;
  readonly number: number;
  readonly mask: <T>(value: T) => T;
}): ToolError | null {
  const isSame =
    name === earlier.name && digestOf(mask(args)) === digestOf(mask(earlier.arguments));
  if (!isSame)
    return new ToolError(
      "conflict",
      `The program does not do what it did before: its call ${number} was ${earlier.name}, and is ${name} with other arguments now. It was stopped; look at what it had done, then start it anew.`,
    );
  if (earlier.result === null)
    return new ToolError(
      "conflict",
      `Call ${number} of the program (${name}) was begun before and never settled: it may have run, wholly, partly or not at all. The program was stopped; look at what it was going to change, then start it anew.`,
    );
  return null;
}

function callableTools(
  { session }: CallState,
  names: readonly string[] | undefined,
): readonly CallableTool[] {
  const wanted = names ?? session.listing.definitions().map(({ name }) => name);
  return wanted.flatMap((name) => {
    const found = session.tools(name);
    if (!found?.entry.enabled || !session.listing.isCallable(found.entry)) return [];
    const { id, description, parameters, output } = found.entry.tool;
    return [{ id, description, parameters, output }];
  });
}
