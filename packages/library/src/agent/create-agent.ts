/** Puts a model, a session and the loop together. A subagent is an agent like any other, in a session below its parent's. */
import {
  createWorkClock,
  type LoopInput,
  type LoopOutcome,
  type Model,
  type PriceTable,
  pricedModel,
  requirePrice,
  textToolsModel,
} from "@toolplane/agent";
import { ToolError, type ToolplaneEvent } from "@toolplane/contract";
import type { Session, SessionOptions } from "@toolplane/kernel";
import type { FaceSource } from "../faces/session-tools.ts";
import { LAND_VIEW } from "../views/land-view-tool.ts";
import type { Agent, AgentEvent, AgentOptions, GoOnOptions } from "./agent.ts";
import type { ChildPlace } from "./child-place.ts";
import { createDriver } from "./create-driver.ts";
import { createOwnCalls } from "./create-own-calls.ts";
import type { Elsewhere } from "./elsewhere.ts";
import type { AgentFamily, FamilyMember } from "./family.ts";
import { filteredPrompt, withExtras } from "./filtered-prompt.ts";
import { inboxWords, steeringIn } from "./inbox-words.ts";
import { type AgentRun, openAgentRun, type RunParent, type RunsOfAgents } from "./keep-run.ts";
import { type AgentViewGround, openAgentView } from "./open-agent-view.ts";
import { openModel } from "./open-model.ts";
import { RAISE_BUDGET } from "./raise-budget-tool.ts";
import { raisedElsewhere, sharedPurse } from "./shared-purse.ts";
import { switchableModel } from "./switchable-model.ts";

export interface AgentGround extends AgentViewGround {
  readonly source: (session: Session) => FaceSource;
  readonly openSession: (options: SessionOptions) => Session;
  readonly systemPrompt: (session: Session, instructions: string) => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly family: AgentFamily;
  /** The prices of models; none is known unless given. */
  readonly prices?: PriceTable;
  /** Null: no run is kept. */
  readonly keeping: RunsOfAgents | null;
  /** Goes on with those that a run left in the background, when it goes on itself. */
  readonly revive: (member: FamilyMember) => Promise<void>;
  /** The call that started this agent, where it is no subagent of this process. */
  readonly parent?: RunParent;
}

/** Most inputs that may wait to be heard: past it the run is not listening. */
const MOST_WAITING = 100;

export async function createAgent(
  ground: AgentGround,
  options: AgentOptions,
  child: ChildPlace | null = null,
): Promise<Agent> {
  const open = async (given: AgentOptions["model"]): Promise<Model> =>
    pricedModel(await openModel(given, ground.environment), ground.prices ?? {});
  const named = await open(options.model);
  const { model, switchTo } = switchableModel(options.textTools ? textToolsModel(named) : named);
  const run = await openAgentRun(ground.keeping, options, child?.startedBy ?? ground.parent);
  const inbox: LoopInput[] = [];
  const given = { ...sessionOf(options, child), steering: () => steeringIn(inbox) };
  let opened: Session | undefined;
  // Nobody closes an agent that was not made: its run has to go on elsewhere, and its session here when it is opened again.
  const unmade = async (error: unknown): Promise<never> => {
    await run.release().catch(() => undefined);
    await opened?.close().catch(() => undefined);
    throw error;
  };
  try {
    if (boundsMoney(options, { run, child })) requirePrice(model);
    opened = options.session ? undefined : await run.openSession(ground.openSession, given);
  } catch (error) {
    return unmade(error);
  }
  const session = options.session ?? (opened as Session);
  for (const text of run.unheard) session.said(text);
  const { instructions = "" } = run;
  const system = child?.isBare
    ? instructions
    : await ground.systemPrompt(session, instructions).catch(unmade);
  const listeners = new Set<(event: AgentEvent) => void>();
  const source = ground.source(session);
  const clock = createWorkClock(source.clock);
  const tell = (event: AgentEvent): void => {
    const inner = event.type === "subagent-event" ? event.event : event;
    if (inner.type === "approval-request") clock.asked(inner.question.id);
    if (inner.type === "approval-answer") clock.answered(inner.questionId);
    for (const listener of listeners) listener(event);
  };
  const unhear = session.on((event: ToolplaneEvent) => {
    // What is asked or landed is told of in its own way; no model made that call.
    if (!isOwnCall(event)) tell(event);
  });
  const isApart = run.kept?.apart?.view === "own";
  const turns = await openAgentView(ground, { session, options, child, isApart, tell }).catch(
    unmade,
  );
  const shared = sharedPurse(ground, { run, child, session, clock: source.clock });
  let elsewhere: Elsewhere | null = null;
  const driver = createDriver({
    share: () => (shared?.isOpen() ? shared.purse : null),
    elsewhere: () => elsewhere,
    source,
    clock,
    model,
    system,
    inbox,
    options,
    child,
    run,
    tell,
    endTurn: turns?.endTurn,
  });
  const { purse, background, money } = driver;
  if (shared && ground.keeping && run.kept && !options.session) {
    const { createElsewhere } = await import("./create-elsewhere.ts");
    elsewhere = createElsewhere({
      keeping: ground.keeping,
      engine: options.engine ?? null,
      kept: run.kept,
      session,
      background,
      inbox,
      purse: shared.purse,
      share: () => shared.open(driver.state().settings.limits),
      boundsMoney: purse.boundsMoney,
      state: driver.state,
      wake: driver.wake,
      nonce: source.nonce,
      clock: source.clock,
      hasOwnFiles: () => (ground.views?.of(session.id) ?? null) !== null,
    });
    if (run.kept.apart) await shared.open(null);
  }
  if (run.lateSpent) child?.above.purse.payBelow(run.lateSpent);
  const member: FamilyMember = {
    session,
    model,
    purse,
    background,
    money,
    elsewhere,
    completion: driver.state().settings.completion,
    hear: tell,
    runId: () => driver.state().loopId,
    tell: (text) => void inbox.push({ type: "note", text }),
  };
  const leave = ground.family.enter(member);
  const say = (type: "steer" | "follow-up", text: string): boolean => {
    if (inbox.length >= MOST_WAITING) return false;
    session.said(text);
    inbox.push({ type, text });
    driver.wake();
    return true;
  };
  const own = createOwnCalls({ source, isWorking: driver.isWorking, inbox });
  const goOn = async ({ signal, leaving }: GoOnOptions): Promise<LoopOutcome> => {
    if (driver.isWorking()) throw new ToolError("conflict", "The agent works already.");
    // What came in before comes after: a run that waited has to be told first why it goes on.
    const before = inbox.splice(0);
    await elsewhere?.look();
    inbox.push(...raisedElsewhere(driver.state(), purse), { type: "resume" }, ...before);
    await ground.revive(member);
    return driver.work(signal, leaving);
  };
  return {
    session,
    background,
    state: driver.state,
    run(prompt, { signal, context, pictures = [] } = {}) {
      if (driver.isWorking())
        return Promise.reject(new ToolError("conflict", "The agent works already."));
      if (run.isAgain) return goOn({ ...(signal ? { signal } : {}) });
      purse.renew();
      // A model's text is no person's word: it names nothing that a rule would then not ask about.
      if (!child) session.said(prompt);
      inbox.push(
        child
          ? { type: "prompt", text: prompt, from: "parent" }
          : withExtras(filteredPrompt(prompt, options.filters ?? [], context), {
              pictures,
              notes: own.takeNotes(),
            }),
      );
      return driver.work(signal);
    },
    goOn: (options = {}) => goOn(options),
    steer: (text) => say("steer", text),
    followUp: (text) => say("follow-up", text),
    ownCall: own.call,
    ...inboxWords(inbox),
    async use(name) {
      const next = await open(name);
      if (purse.boundsMoney()) requirePrice(next);
      switchTo(next);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await driver.end();
      await elsewhere?.close();
      // Who goes on with it takes a share of its own.
      if (shared?.isOpen()) await shared.purse.settle().catch(() => undefined);
      // What cannot land stays in the view, and closing is never refused.
      await turns?.endRun().catch(() => undefined);
      unhear();
      leave();
      await run.release();
      if (!options.session) await session.close();
    },
  };
}

/** Of its own, of the run that it goes on with, or of those above it. */
function boundsMoney(
  { limits, state }: AgentOptions,
  { run, child }: { readonly run: AgentRun; readonly child: ChildPlace | null },
): boolean {
  const kept = (state ?? run.state)?.settings.limits;
  if ((limits?.costMicros ?? kept?.costMicros) !== undefined) return true;
  return (run.kept?.apart?.boundsMoney || child?.above.purse.boundsMoney()) ?? false;
}

const INSIDE: ReadonlySet<string> = new Set([LAND_VIEW, RAISE_BUDGET]);

function isOwnCall(event: ToolplaneEvent): boolean {
  return event.type.startsWith("call-") && "tool" in event && INSIDE.has(event.tool);
}

/** A child has its parent's broker, strategy and mode. Where its parent has no broker, neither has the child. */
function sessionOf({ mode, strategy }: AgentOptions, child: ChildPlace | null): SessionOptions {
  const own = { ...(mode ? { mode } : {}), ...(strategy ? { strategy } : {}) };
  if (!child) return own;
  const { session: parent } = child.above;
  const { headless } = parent.manifest;
  return {
    ...own,
    ...child.session,
    parent,
    agent: child.agent,
    ...(headless ? { headless } : {}),
  };
}
