/**
 * A chat on a terminal: keys, time and what the agent tells go into the pure state, and what it gives is drawn. Drawn at most thirty
 * times a second, each time in one piece, so that nothing flickers. While a card is shown or a command runs, the terminal is theirs.
 */
import type { Clock } from "@toolplane/contract/ports";
import { openCardScreen } from "../terminal/card/card-screen.ts";
import { createKeyReader, type Key } from "../terminal/card/key-reader.ts";
import type { RedrawRegion } from "../terminal/redraw-region.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createTranscript } from "./render/create-transcript.ts";
import { renderChat } from "./render/render-chat.ts";
import { advanceChat } from "./state/advance-chat.ts";
import type { ChatAct, ChatEvent, ChatState } from "./state/chat-state.ts";

export interface ChatScreenGround {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly workspace: string | null;
  readonly state: ChatState;
  readonly act: (act: ChatAct) => void;
}

export interface ChatScreen {
  readonly state: () => ChatState;
  hear(event: ChatEvent): void;
  /** Gives the terminal away; may be nested, as many as were paused must be resumed. */
  pause(): void;
  resume(): void;
  /** Draws what is left and gives the terminal back for good. */
  close(lines: readonly string[]): void;
}

const FRAME_MS = 33;
const TICK_MS = 120;

export function openChatScreen(ground: ChatScreenGround): ChatScreen {
  const { terminal, clock } = ground;
  const transcript = createTranscript();
  let state = ground.state;
  let screen: RedrawRegion | null = null;
  let pauses = 0;
  let isOver = false;
  /** Lines for the transcript that wait while another program has the terminal. */
  const held: string[] = [];
  const view = () => ({
    paint: terminal.err,
    width: Math.max(10, terminal.columns() - 1),
    rows: terminal.rows(),
    workspace: ground.workspace,
  });

  const draw = (): void => {
    frames.cancel();
    if (screen === null) return;
    if (held.length > 0) screen.print(held.splice(0));
    screen.draw(renderChat(state, view()));
  };
  const frames = oneTimer(clock, FRAME_MS, draw);
  // Time passes on the screen only while something runs.
  const beats = oneTimer(clock, TICK_MS, () => hear({ type: "tick", atMs: clock.nowMs() }));
  const hear = (event: ChatEvent): void => {
    if (isOver) return;
    const step = advanceChat(state, event);
    state = step.state;
    held.push(...transcript.add(step.print, view()));
    if (event.type === "key") draw();
    else frames.start();
    if (state.phase !== "idle") beats.start();
    for (const act of step.acts) ground.act(act);
  };
  const onKey = (key: Key): void => hear({ type: "key", key, atMs: clock.nowMs() });
  const input = readKeys(clock, onKey);
  const open = (): void => {
    screen = openCardScreen(terminal, input, { onContinue: draw });
    draw();
  };
  const shut = (lines: readonly string[]): void => {
    screen?.close(lines);
    screen = null;
  };
  const onResize = (): void => draw();
  terminal.error.on("resize", onResize);
  open();
  return {
    state: () => state,
    hear,
    pause() {
      pauses += 1;
      if (pauses === 1) shut(held.splice(0));
    },
    resume() {
      pauses -= 1;
      if (pauses === 0 && !isOver) open();
    },
    close(lines) {
      if (isOver) return;
      isOver = true;
      frames.cancel();
      beats.cancel();
      terminal.error.off("resize", onResize);
      shut([...held.splice(0), ...lines]);
    },
  };
}

interface OneTimer {
  /** Nothing where it runs already. */
  start(): void;
  cancel(): void;
}

function oneTimer(clock: Clock, ms: number, fire: () => void): OneTimer {
  let cancel: (() => void) | null = null;
  return {
    start() {
      cancel ??= clock.setTimer(ms, () => {
        cancel = null;
        fire();
      });
    },
    cancel() {
      cancel?.();
      cancel = null;
    },
  };
}

/** A lone escape is known by nothing following it soon. */
function readKeys(clock: Clock, onKey: (key: Key) => void): (text: string) => void {
  const reader = createKeyReader();
  let cancel: (() => void) | null = null;
  let isFirst = true;
  return (given) => {
    const text = isFirst ? typedAhead(given) : given;
    isFirst = false;
    cancel?.();
    cancel = null;
    for (const key of reader.read(text)) onKey(key);
    const ms = reader.pauseMs();
    if (ms === null) return;
    cancel = clock.setTimer(ms, () => {
      cancel = null;
      for (const key of reader.giveUp()) onKey(key);
    });
  };
}

/** Text that was typed before the terminal gave every key at once has line feeds where Enter was pressed. */
function typedAhead(text: string): string {
  return text.length > 1 && !text.includes("\u001b") ? text.replaceAll("\n", "\r") : text;
}
