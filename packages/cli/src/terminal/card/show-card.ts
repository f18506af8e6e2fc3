/**
 * Shows one card until it is answered. The card is a pure state; this feeds it keys, time and sizes, draws what it says and runs
 * the editor. Whatever ends the wait gives the terminal back.
 */
import { type Answer, type Question, ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { isAnsweredElsewhere } from "@toolplane/library/rooms/approvals";
import type { RedrawRegion } from "../redraw-region.ts";
import type { Terminal } from "../terminal.ts";
import { advanceCard, openCard } from "./advance-card.ts";
import { openCardScreen } from "./card-screen.ts";
import {
  type CardCounts,
  type CardEvent,
  type CardOptions,
  type CardState,
  QUIET_MS,
} from "./card-state.ts";
import { editInProgram } from "./edit-in-program.ts";
import { createKeyReader } from "./key-reader.ts";
import { foldCard, renderCard } from "./render-card.ts";

export interface CardGround extends Pick<CardOptions, "workspace" | "projectApprovals"> {
  /** Names the sandbox that commands run in here; asked for when a card is drawn. */
  readonly sandbox?: (() => string) | undefined;
  readonly terminal: Pick<Terminal, "input" | "error" | "err" | "columns" | "rows">;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a file for the editor may lie. */
  readonly privateFolder: string;
  /** Ctrl-C in the card. */
  readonly cancel: () => void;
  readonly signal: AbortSignal;
  readonly queue: { readonly waiting: () => number; readonly watchers: Set<() => void> };
  /** Counts in the record what the answers that last would have let through; it ends with the card. Null where nothing is counted. */
  readonly count: ((signal: AbortSignal) => Promise<CardCounts>) | null;
  /** The diff of one path of a landing; absent or null where this process does not know it. */
  readonly diffOf?: ((question: Question, path: string) => Promise<string | null>) | undefined;
  /** True: every card leaves its line. Else only those whose end is said nowhere else (edited, answered elsewhere). */
  readonly isTranscript?: boolean;
}

type Ending = Answer | "elsewhere" | "cancelled";

/** Settles with the answer; rejects when the signal is aborted or the person cancels. */
export function showCard(question: Question, ground: CardGround): Promise<Answer> {
  return new Promise((resolve, reject) => {
    runCard(question, ground, (ending) => {
      if (typeof ending === "object") resolve(ending);
      else reject(new ToolError("cancelled", "Cancelled"));
    });
  });
}

function runCard(question: Question, ground: CardGround, settle: (ending: Ending) => void): void {
  const { terminal, clock, signal, queue } = ground;
  let state = firstState(question, ground);
  let screen: RedrawRegion | null = null;
  let isOver = false;
  const step = (event: CardEvent): void => {
    if (isOver) return;
    state = advanceCard(state, event);
    const { outcome } = state;
    if (outcome === null) {
      screen?.draw(renderCard(state));
      if (!state.isLive && event.type !== "key") quiet.start();
    } else if (outcome.kind === "answer") end(outcome.answer);
    else if (outcome.kind === "open-editor") void edit();
    else if (outcome.kind === "show-diff") {
      // The card stays as it is until the difference is there; asked for once.
      state = { ...state, outcome: null };
      void showDiff(outcome.path);
    } else {
      ground.cancel();
      end("cancelled");
    }
  };
  const quiet = createQuiet(clock, step);
  const input = createCardInput(clock, step);
  const show = (): void => {
    // Going on is like a new size: the card is drawn again, and its keys come alive again after a while.
    screen = openCardScreen(terminal, input.hear, { onContinue: onResize });
  };
  const edit = async (): Promise<void> => {
    screen?.close([]);
    screen = null;
    const text = await editArguments(question, ground);
    if (isOver) return;
    show();
    step({ type: "edited", text, atMs: clock.nowMs() });
  };
  const showDiff = async (path: string): Promise<void> => {
    const found = await ground.diffOf?.(question, path).catch(() => null);
    // Where another process holds the set, the question tells of the paths that ask.
    const text = found ?? question.changes?.find((change) => change.path === path)?.diff ?? null;
    step({ type: "diff", diff: { path, text }, atMs: clock.nowMs() });
  };
  function onResize(): void {
    if (screen) step({ type: "resize", ...sizeOf(ground), atMs: clock.nowMs() });
  }
  const onQueue = (): void => step({ type: "queue", waiting: queue.waiting() });
  const onAbort = (): void => end(isAnsweredElsewhere(signal.reason) ? "elsewhere" : "cancelled");
  const counting = new AbortController();
  const end = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    counting.abort();
    quiet.stop();
    input.stop();
    signal.removeEventListener("abort", onAbort);
    terminal.error.off("resize", onResize);
    queue.watchers.delete(onQueue);
    const lines = linesLeft(question, ending, ground);
    if (screen) screen.close(lines);
    else for (const line of lines) terminal.error.write(`${line}\n`);
    settle(ending);
  };
  signal.addEventListener("abort", onAbort);
  terminal.error.on("resize", onResize);
  queue.watchers.add(onQueue);
  if (signal.aborted) onAbort();
  else {
    show();
    step({ type: "resize", ...sizeOf(ground), atMs: clock.nowMs() });
    ground.count?.(counting.signal).then(
      (counts) => step({ type: "counted", counts }),
      () => step({ type: "counted", counts: { always: null, offer: null } }),
    );
  }
}

function sizeOf({ terminal }: CardGround): Pick<CardState, "columns" | "rows"> {
  return { columns: terminal.columns(), rows: terminal.rows() };
}

function firstState(question: Question, ground: CardGround): CardState {
  const { terminal, workspace, projectApprovals, environment, count, clock, queue } = ground;
  return openCard(question, {
    options: {
      paint: terminal.err,
      workspace,
      projectApprovals,
      hasEditor: editorOf(environment) !== "",
      ...(ground.sandbox ? { sandbox: ground.sandbox() } : {}),
    },
    ...sizeOf(ground),
    waiting: queue.waiting(),
    counts: count && COUNTING,
    atMs: clock.nowMs(),
  });
}

/** The lines before anything is counted. */
const COUNTING: CardCounts = {
  always: "30 days: counting; you need not wait.",
  offer: "Past calls: counting; you need not wait.",
};

/**
 * Tells the time when the keys may come alive. What was typed ahead may still lie unread in the terminal: whole turns of the
 * event loop pass between the end of the half second and the tick, so that it is read, and thrown away, before.
 */
function createQuiet(
  clock: Clock,
  tell: (event: CardEvent) => void,
): { start(): void; stop(): void } {
  let stop = (): void => {};
  return {
    start() {
      stop();
      stop = clock.setTimer(QUIET_MS, () => {
        setImmediate(() => setImmediate(() => tell({ type: "tick", atMs: clock.nowMs() })));
      });
    },
    stop: () => stop(),
  };
}

function editorOf(environment: CardGround["environment"]): string {
  return environment.VISUAL || environment.EDITOR || "";
}

function editArguments(question: Question, ground: CardGround): Promise<string | null> {
  return editInProgram({
    command: editorOf(ground.environment),
    folder: ground.privateFolder,
    text: `${JSON.stringify(question.arguments, null, 2)}\n`,
    environment: ground.environment,
    signal: ground.signal,
  });
}

function linesLeft(question: Question, ending: Ending, ground: CardGround): readonly string[] {
  const isUnsaid =
    ending === "elsewhere" || (typeof ending === "object" && ending.choice === "edit");
  if (!isUnsaid && ground.isTranscript !== true) return [];
  const { terminal } = ground;
  const width = Math.min(80, terminal.columns() - 1);
  return [foldCard(question, ending, { paint: terminal.err, width })];
}

interface CardInput {
  hear(text: string): void;
  stop(): void;
}

/**
 * Reads typed bytes as keys: a sequence that stays unfinished is given up after a while, and keys that came in one piece are
 * marked.
 */
function createCardInput(clock: Clock, tell: (event: CardEvent) => void): CardInput {
  const reader = createKeyReader();
  let stop = (): void => {};
  return {
    hear(text) {
      stop();
      const keys = reader.read(text);
      for (const key of keys) tell({ type: "key", key, isAlone: keys.length === 1 });
      const pauseMs = reader.pauseMs();
      if (pauseMs === null) return;
      stop = clock.setTimer(pauseMs, () => {
        for (const key of reader.giveUp()) tell({ type: "key", key, isAlone: true });
      });
    },
    stop: () => stop(),
  };
}
