/** Parts that a chat is made of, on a screen or in lines. */
import type { Picture, PromptIndex } from "@toolplane/agent";
import type { Clock, SandboxLevel } from "@toolplane/contract/ports";
import type { Agent } from "@toolplane/library/rooms/agent";
import type { Runs } from "@toolplane/library/rooms/runs";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../command/command.ts";
import type { ChatEvent } from "./state/chat-state.ts";

export interface ChatGround {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly state: State;
  readonly runs: Pick<Runs, "find" | "list" | "open">;
  readonly agent: Agent;
  /** The level of the sandbox. */
  readonly sandbox: SandboxLevel;
  readonly clock: Clock;
  /** Commands of the person's own. */
  readonly prompts: PromptIndex;
  /** Pictures from the clipboard, by what stands for them where one types. */
  readonly pictures: Map<string, Picture>;
  readonly face: ChatFace;
  /** The conversation so far, where it goes on with one that was kept. */
  readonly past: readonly ChatEvent[];
  /** It was cut off or waited for a person: it goes on at once. */
  readonly goesOn: boolean;
}

/** Lends a question the chat's terminal for a while, and stops the run when a card is cancelled. */
export interface ChatFace {
  pause: () => void;
  resume: () => void;
  stop: () => void;
  /** The call by which the person takes something back: they have typed it, so they are not asked about it. */
  undoing: string | null;
  /** The model that answers now, as the person named it. */
  model: string;
  /** The conversation that the person wants instead of this one; null while they want none, or leave. */
  next: NextChat | null;
}

/** Another conversation: a kept run by its word, or a new one. */
type NextChat = { readonly run: string } | "new";
