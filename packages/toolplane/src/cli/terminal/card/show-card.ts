/**
 * Shows one card until it is answered. The card is a pure state; this feeds it keys, time and sizes, draws what it says and runs
 * the editor. Whatever ends the wait gives the terminal back.
 */
import { type Answer, type Clock, type Question, ToolError } from "@toolplane/contract";
import { isAnsweredElsewhere } from "../../../approvals/create-first-answer.ts";
import type { RedrawRegion } from "../redraw-region.ts";
import type { Terminal } from "../terminal.ts";
import { advanceCard, openCard } from "./advance-card.ts";
import { openCardScreen } from "./card-screen.ts";
import { type CardEvent, type CardOptions, QUIET_MS } from "./card-state.ts";
import { editInProgram } from "./edit-in-program.ts";
import { createKeyReader } from "./key-reader.ts";
import { foldCard, renderCard } from "./render-card.ts";

/** What a card stands on. */
export interface CardGround extends Pick<CardOptions, "workspace" | "projectApprovals"> {
  readonly terminal: Pick<Terminal, "input" | "error" | "err" | "columns" | "rows">;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a file for the editor may lie. */
  readonly privateFolder: string;
  /** Ctrl-C in the card. */
  readonly cancel: () => void;
  readonly signal: AbortSignal;
  readonly queue: { readonly waiting: () => number; readonly watchers: Set<() => void> };
  readonly history: string | null;
}

type Ending = Answer | "elsewhere" | "cancelled";

/** Settles with the answer; rejects when the signal is aborted or the person cancels. */
export function showCard(question: Question, ground: CardGround): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const run = startCard(question, ground, (ending) => {
    if (typeof ending === "object") resolve(ending);
    else reject(new ToolError("cancelled", "Cancelled"));
  });
  try {
    run();
  } catch (error) {
    reject(error);
  }
  return promise;
}

function startCard(
  question: Question,
  ground: CardGround,
  settle: (ending: Ending) => void,
): () => void {
  const { terminal, clock, signal, queue, environment } = ground;
  const editor = environment.VISUAL || environment.EDITOR || "";
  const reader = createKeyReader();
  const size = () => ({ columns: terminal.columns(), rows: terminal.rows() });
  let screen: RedrawRegion | null = null;
  let isOver = false;
  let stopCalm = (): void => {};
  let stopSequence = (): void => {};
  let state = openCard(question, {
    options: {
      paint: terminal.err,
      workspace: ground.workspace,
      projectApprovals: ground.projectApprovals,
      hasEditor: editor !== "",
      ...(ground.history === null ? {} : { history: ground.history }),
    },
    ...size(),
    waiting: queue.waiting(),
    atMs: clock.nowMs(),
  });

  const draw = (): void => screen?.draw(renderCard(state));
  // What was typed ahead may lie unread in the terminal. It is read before the keys come alive, because a whole turn of the
  // event loop passes between the end of the time and the tick.
  const calm = (): void => {
    stopCalm();
    stopCalm = clock.setTimer(QUIET_MS, () => {
      setImmediate(() => setImmediate(() => step({ type: "tick", atMs: clock.nowMs() })));
    });
  };
  const step = (event: CardEvent): void => {
    if (isOver) return;
    state = advanceCard(state, event);
    const { outcome } = state;
    if (outcome?.kind === "answer") end(outcome.answer);
    else if (outcome?.kind === "cancel") {
      ground.cancel();
      end("cancelled");
    } else if (outcome?.kind === "open-editor") void edit();
    else {
      draw();
      if (event.type === "tick" && !state.isLive) calm();
    }
  };
  const hear = (text: string): void => {
    stopSequence();
    const keys = reader.read(text);
    for (const key of keys) step({ type: "key", key, isAlone: keys.length === 1 });
    const pauseMs = reader.pauseMs();
    if (pauseMs !== null)
      stopSequence = clock.setTimer(pauseMs, () => {
        for (const key of reader.giveUp()) step({ type: "key", key, isAlone: true });
      });
  };
  const onResize = (): void => {
    if (screen === null) return;
    step({ type: "resize", ...size(), atMs: clock.nowMs() });
    calm();
  };
  const onQueue = (): void => step({ type: "queue", waiting: queue.waiting() });
  const onAbort = (): void => end(isAnsweredElsewhere(signal.reason) ? "elsewhere" : "cancelled");
  const edit = async (): Promise<void> => {
    screen?.close([]);
    screen = null;
    const text = await editInProgram({
      command: editor,
      folder: ground.privateFolder,
      text: `${JSON.stringify(question.arguments, null, 2)}\n`,
      environment,
      signal,
    });
    if (isOver) return;
    screen = openCardScreen(terminal, hear);
    step({ type: "edited", text, atMs: clock.nowMs() });
    if (!isOver) calm();
  };
  const end = (ending: Ending): void => {
    if (isOver) return;
    isOver = true;
    stopCalm();
    stopSequence();
    signal.removeEventListener("abort", onAbort);
    terminal.error.off("resize", onResize);
    queue.watchers.delete(onQueue);
    const { paint } = state.options;
    const folded = foldCard(question, ending, {
      paint,
      width: Math.min(80, terminal.columns() - 1),
    });
    if (screen === null) terminal.error.write(`${folded}\n`);
    else screen.close([folded]);
    settle(ending);
  };
  return () => {
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) return onAbort();
    terminal.error.on("resize", onResize);
    queue.watchers.add(onQueue);
    screen = openCardScreen(terminal, hear);
    draw();
    calm();
  };
}
