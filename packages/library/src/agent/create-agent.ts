/** Puts a model, a session and the loop together. A subagent is an agent like any other, in a session below its parent's. */
import {
  createWorkClock,
  type LoopInput,
  type LoopLimits,
  type LoopOutcome,
  type LoopState,
  less,
  type Model,
  type Picture,
  type PriceTable,
  type Purse,
  pricedModel,
  requirePrice,
  textToolsModel,
} from "@toolplane/agent";
import { type ErrorCode, isToolError, ToolError, type ToolplaneEvent } from "@toolplane/contract";
import type { Clock, Views } from "@toolplane/contract/ports";
import type { Session, SessionOptions } from "@toolplane/kernel";
import type { FaceSource } from "../faces/session-tools.ts";
import type { ViewTurns } from "../views/create-turn-end.ts";
import { LAND_VIEW } from "../views/land-view-tool.ts";
import type { LandedSessions } from "../views/landed-sessions.ts";
import { MOST_TOLD } from "../views/most-told.ts";
import type {
  Agent,
  AgentEvent,
  AgentOptions,
  AgentView,
  GoOnOptions,
  InputFilter,
} from "./agent.ts";
import type { ChildPlace } from "./child-place.ts";
import { createDriver } from "./create-driver.ts";
import { createOwnCalls } from "./create-own-calls.ts";
import type { Elsewhere } from "./elsewhere.ts";
import type { AgentFamily, FamilyMember } from "./family.ts";
import { createFamilyPurse, type FamilyPurse } from "./family-purse.ts";
import { type AgentRun, openAgentRun, type RunParent, type RunsOfAgents } from "./keep-run.ts";
import { openModel } from "./open-model.ts";
import { RAISE_BUDGET } from "./raise-budget-tool.ts";

export interface AgentGround {
  readonly source: (session: Session) => FaceSource;
  readonly openSession: (options: SessionOptions) => Session;
  readonly systemPrompt: (session: Session, instructions: string) => Promise<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly family: AgentFamily;
  /** What models cost; none is known unless given. */
  readonly prices?: PriceTable;
  /** Absent where the host holds none. */
  readonly views?: Views | undefined;
  /** What changes must pass before they land, and who lands them. */
  readonly landed: Pick<LandedSessions, "checks" | "holdsUntil" | "judge" | "take">;
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
  const turns = await openView(ground, { session, options, child, isApart, tell }).catch(unmade);
  const shared = shareOf(ground, { run, child, session, clock: source.clock });
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
          : withExtras(filtered(prompt, options.filters ?? [], context), {
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

interface SharedPurse {
  readonly purse: FamilyPurse;
  isOpen(): boolean;
  open(limits: LoopLimits | null): Promise<void>;
}

/** What a run of the store shares with those of its family that others drive. Nothing is read before there are any. */
function shareOf(
  { keeping }: AgentGround,
  {
    run,
    child,
    session,
    clock,
  }: {
    readonly run: AgentRun;
    readonly child: ChildPlace | null;
    readonly session: Session;
    readonly clock: Clock;
  },
): SharedPurse | null {
  const { kept, state, spentApart } = run;
  if (!keeping || child || kept === null || state === null) return null;
  const purse = createFamilyPurse({
    slots: keeping.slots,
    family: kept.apart?.family ?? session.id,
    run: kept.id,
    isAbove: kept.apart !== undefined,
    used: less(state.spent, spentApart),
    turns: state.turns + (state.turnsBelow ?? 0),
    clock,
  });
  let opening: Promise<void> | null = null;
  let isOpen = false;
  return {
    purse,
    isOpen: () => isOpen,
    open(limits) {
      opening ??= purse.open(kept.apart ? null : limits).then(
        () => {
          isOpen = true;
        },
        (error: unknown) => {
          opening = null;
          throw error;
        },
      );
      return opening;
    },
  };
}

/** A person gave its family more money, asked by one that was driven elsewhere. */
function raisedElsewhere({ settings }: LoopState, purse: Purse): readonly LoopInput[] {
  const { limitMicros = 0, isAbove = false } = purse.money() ?? {};
  const { costMicros = limitMicros } = settings.limits;
  return isAbove || limitMicros <= costMicros ? [] : [{ type: "raise", costMicros: limitMicros }];
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

interface MadeAgent {
  readonly session: Session;
  readonly options: AgentOptions;
  readonly child: ChildPlace | null;
  /** One that is driven elsewhere than its parent, and works in a view of its own. */
  readonly isApart: boolean;
  readonly tell: (event: AgentEvent) => void;
}

/** Opens the view that the run works in, its own or that of its parent; what lands it when a turn is over, where it is its own. */
async function openView(
  { views, landed }: AgentGround,
  made: MadeAgent,
): Promise<ViewTurns | undefined> {
  const { session, options, child, tell } = made;
  const left = options.run === undefined ? "project" : await leftBy(session, views);
  const wanted = options.view ?? (made.isApart ? "own" : left);
  // What works in its parent's view is checked when that lands.
  const isInner = child !== null && wanted === "project";
  const isChecked = !isInner && (await landed.checks(session)) !== null;
  const view = wanted === "project" && isChecked ? "own" : wanted;
  if (view !== "project") {
    const opened = openOwn({ views, view, landed, isAsked: wanted !== "project" }, made);
    const withoutView = child?.withoutView ?? (made.isApart ? () => undefined : undefined);
    if (withoutView === undefined) return opened;
    try {
      return await opened;
    } catch (error) {
      if (!isToolError(error) || !NO_VIEW.has(error.code)) throw error;
      withoutView(error.message);
    }
  }
  if (child) views?.share(session.id, child.above.session.id);
  return (await landed.judge(session, { tell, mostTold: MOST_TOLD })) ?? undefined;
}

/** The machine can hold none, or no more of them. */
const NO_VIEW: ReadonlySet<ErrorCode> = new Set(["unavailable", "too_large"]);

async function openOwn(
  {
    views,
    view,
    landed,
    isAsked,
  }: {
    readonly views: Views | undefined;
    readonly view: Exclude<AgentView, "project">;
    readonly landed: AgentGround["landed"];
    /** Somebody wants it, beside the checks. */
    readonly isAsked: boolean;
  },
  { session, options, tell }: MadeAgent,
): Promise<ViewTurns> {
  if (views === undefined)
    throw new ToolError(
      "unavailable",
      "This machine cannot hold a view, so no run has one of its own: toolplane doctor says why.",
    );
  if (typeof view === "object") await views.open(session.id, view);
  const { createTurnEnd } = await import("../views/create-turn-end.ts");
  const { checks, holdsUntil } = landed;
  const isWholeRun = holdsUntil === "run" && options.isTalk === true;
  const until = isWholeRun ? "run" : holdsUntil === "call" && !isAsked ? "call" : "turn";
  landed.take(session, until);
  return createTurnEnd({ views, session, checks, until, tell });
}

/** A run that goes on would not find its own changes in the project. */
async function leftBy({ id }: Session, views: Views | undefined): Promise<AgentView> {
  const left = await views?.list();
  return left?.some(({ sessionId, isLive }) => sessionId === id && !isLive) ? "own" : "project";
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

/** The first that rejects decides; what the others warn of is added to the words. */
function filtered(
  prompt: string,
  filters: readonly InputFilter[],
  context: string | undefined,
): LoopInput {
  const warnings: string[] = [];
  for (const filter of filters) {
    const verdict = filter(prompt);
    if (verdict === "pass") continue;
    if ("reject" in verdict) return { type: "input-reject", reason: verdict.reject };
    warnings.push(verdict.warn);
  }
  const whole = [prompt, ...warnings, ...(context === undefined ? [] : [context])];
  return { type: "prompt", text: whole.join("\n\n") };
}

function withExtras(
  input: LoopInput,
  { pictures, notes }: { readonly pictures: readonly Picture[]; readonly notes: readonly string[] },
): LoopInput {
  if (input.type !== "prompt") return input;
  return {
    ...input,
    ...(pictures.length === 0 ? {} : { pictures }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Takes what a person said for now out of what waits. */
function steeringIn(inbox: LoopInput[]): readonly string[] {
  const texts = inbox.flatMap((one) => (one.type === "steer" ? [one.text] : []));
  const left = inbox.filter(({ type }) => type !== "steer");
  inbox.splice(0, inbox.length, ...left);
  return texts;
}

type Said = Extract<LoopInput, { readonly type: "steer" | "follow-up" }>;

/** Takes back or compacts what waits to be heard by a run. */
function inboxWords(inbox: LoopInput[]): Pick<Agent, "unsay" | "compact"> {
  return {
    unsay() {
      const at = inbox.findLastIndex(isSaid);
      const [taken] = at === -1 ? [] : inbox.splice(at, 1);
      return taken !== undefined && isSaid(taken) ? taken.text : null;
    },
    compact: () => void inbox.push({ type: "shorten" }),
  };
}

/** Words for the run that can still be taken back. */
function isSaid(input: LoopInput): input is Said {
  return input.type === "steer" || input.type === "follow-up";
}

interface SwitchableModel {
  readonly model: Model;
  switchTo(next: Model): void;
}

/** A model that can be exchanged between two answers: everything else holds on to the same one. */
function switchableModel(first: Model): SwitchableModel {
  let now = first;
  return {
    // The first model's limit bounds the conversation; a later one that takes less says so itself.
    model: {
      ...first,
      get id() {
        return now.id;
      },
      answer: (request, options) => now.answer(request, options),
    },
    switchTo(next) {
      now = next;
    },
  };
}
