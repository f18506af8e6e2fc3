/**
 * Stays and shows what waits: on a terminal a list that is drawn again in place, elsewhere one line for each question that comes
 * and goes. The store is read once a second, and the list never grows past the window.
 */
import { listWaiting, type WaitingQuestion } from "../../../approvals/list-waiting.ts";
import type { State } from "../../../state/open-state.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import { fitText } from "../../terminal/fit-text.ts";
import { openRegion } from "../../terminal/redraw-region.ts";
import { waitingJson, waitingLines, whatOf } from "./waiting-view.ts";

const EVERY_MS = 1_000;
const MOST = 200;

/** Until Ctrl-C. */
export async function watchApprovals(context: CommandContext, state: State): Promise<ExitCode> {
  const { terminal, signal } = context;
  const show = terminal.isInteractive ? drawList(context) : tellChanges(context);
  while (!signal.aborted) {
    show.next(await listWaiting({ ...state, limit: MOST }));
    await pause(signal);
  }
  show.end();
  return EXIT_CODES.cancelled;
}

interface Show {
  next(waiting: readonly WaitingQuestion[]): void;
  end(): void;
}

function drawList({ terminal }: CommandContext): Show {
  const region = openRegion(terminal.error);
  return {
    next(waiting) {
      const room = Math.max(2, terminal.rows() - 4);
      const view = { paint: terminal.err, width: terminal.columns() - 1, nowMs: Date.now() };
      const lines = waiting.length === 0 ? [] : waitingLines(waiting, view);
      const left = lines.length - room;
      region.draw([
        waiting.length === 0 ? "No approvals wait." : "Waiting for you",
        ...lines.slice(0, room),
        ...(left > 0 ? [`  ${left} more`] : []),
        terminal.err.style("dim", "Ctrl-C: leave.   toolplane approvals answer: in another window"),
      ]);
    },
    end: () => region.close([]),
  };
}

function tellChanges({ terminal }: CommandContext): Show {
  let known = new Map<string, WaitingQuestion>();
  const tell = (what: "waits" | "over" | "gone", one: WaitingQuestion): void => {
    terminal.json({ event: what, ...waitingJson(one) });
    const text = `${what} ${one.question.id} ${one.question.tool} ${whatOf(one)}`;
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

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, EVERY_MS);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
