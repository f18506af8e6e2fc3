/**
 * An inbox: stays, and on a terminal shows the card of whatever waits, one after the other, to be answered there; elsewhere one
 * line for each question that comes and goes. The store is read once a second.
 */
import type { Broker } from "@toolplane/contract/ports";
import { canAnswer, listWaiting, type WaitingQuestion } from "@toolplane/library/rooms/approvals";
import type { Settings } from "@toolplane/library/rooms/settings";
import { openAsker } from "../../broker/open-asker.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { pause } from "../../serving/pause.ts";
import { openCardScreen } from "../../terminal/card/card-screen.ts";
import type { RedrawRegion } from "../../terminal/redraw-region.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { type AnswerGround, answerByCard } from "./answer-by-card.ts";
import { waitingJson, whatOf } from "./waiting-view.ts";

const EVERY_MS = 1_000;
const MOST = 200;

/** Shows waiting questions as they come, until Ctrl-C. Where no person can be asked in this terminal, it only prints them. */
export async function watchApprovals(ground: WatchGround): Promise<ExitCode> {
  const { context, state } = ground;
  const { signal } = context;
  const broker = openAsker(context, ground);
  const show = broker === null ? tellChanges(context) : openInbox(ground, broker);
  try {
    while (!signal.aborted) {
      show.next(await listWaiting({ ...state, limit: MOST }));
      await pause(EVERY_MS, signal);
    }
  } finally {
    await show.end();
  }
  return EXIT_CODES.cancelled;
}

export interface WatchGround extends AnswerGround {
  readonly settings: Settings;
}

interface Show {
  next(waiting: readonly WaitingQuestion[]): void;
  end(): void | Promise<void>;
}

/** Every question that can be answered gets its card, the oldest first; between them one line says that nothing waits. */
function openInbox(ground: WatchGround, broker: Broker): Show {
  const { context } = ground;
  const open = new Map<string, Promise<unknown>>();
  const idle = createIdle(context);
  return {
    next(waiting) {
      for (const { question } of waiting.filter(canAnswer)) {
        if (open.has(question.id)) continue;
        idle.hide();
        const done = (): void => void open.delete(question.id);
        open.set(question.id, answerByCard(ground, { question, broker }).then(done, done));
      }
      if (open.size === 0) idle.show();
    },
    async end() {
      await Promise.all(open.values());
      idle.hide();
    },
  };
}

/** The line while nothing waits. The keys are taken, so that nothing typed tears it; Ctrl-C still leaves. */
function createIdle({ terminal, cancel }: CommandContext): { show(): void; hide(): void } {
  const text = "No approvals wait. New ones come here as cards. Ctrl-C: leave.";
  let screen: RedrawRegion | null = null;
  let isTold = false;
  return {
    show() {
      if (terminal.isPlain) {
        if (!isTold) terminal.note(text);
        isTold = true;
        return;
      }
      if (screen !== null) return;
      screen = openCardScreen(terminal, (typed) => {
        if (typed.includes("\u0003")) cancel();
      });
      screen.draw([terminal.err.style("dim", fitText(text, terminal.columns() - 1))]);
    },
    hide() {
      isTold = false;
      screen?.close([]);
      screen = null;
    },
  };
}

function tellChanges({ terminal }: CommandContext): Show {
  let known = new Map<string, WaitingQuestion>();
  const tell = (what: "waits" | "over" | "gone", one: WaitingQuestion): void => {
    terminal.json({ event: what, ...waitingJson(one) });
    const text = `${what} ${one.question.id} ${one.question.tool} ${whatOf(one.question)}`;
    terminal.print(fitText(escapeText(text), terminal.columns()));
  };
  return {
    next(waiting) {
      const now = new Map(waiting.map((one) => [one.question.id, one]));
      for (const [id, one] of known) if (!now.has(id)) tell("over", one);
      for (const [id, one] of now) {
        const before = known.get(id)?.state;
        if (one.state === before) continue;
        tell(one.state === "gone" || one.state === "forged" ? "gone" : "waits", one);
      }
      known = now;
    },
    end() {},
  };
}
