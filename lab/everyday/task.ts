/**
 * An everyday task as data: the lines a person types, what they are asked, and what is right afterwards. What is right is written
 * from what a person means by the task, and never copied from a run.
 */

/** Contents by path. */
export type Files = Readonly<Record<string, string>>;
export type Level = "full" | "plain" | "none";
type Answer = "once" | "always" | "reject";

/** A line at the shell, `toolplane …`. */
export interface TypedLine {
  readonly words: readonly string[];
  /** Questions on the way. */
  readonly asked: number;
  /** The person's answer to each of them. */
  readonly answer?: Answer;
  readonly code?: number;
  /** Words that a person must see on the screen, a card's included. */
  readonly sees?: readonly RegExp[];
  readonly never?: readonly RegExp[];
  /** A shell line that must succeed afterwards, in the project and without us. */
  readonly holds?: string;
  /** Ctrl-C once this is on the screen. */
  readonly stopAt?: RegExp;
}

/** A chat: what the person does, and what the model calls. */
export interface Chat {
  readonly chat: readonly ChatAct[];
  /** In this order, over the whole conversation. */
  readonly calls?: readonly {
    readonly tool: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  }[];
  readonly asked: number;
  readonly answer?: Answer;
  /** Words that stand above the line at the end. */
  readonly sees?: readonly RegExp[];
  readonly never?: readonly RegExp[];
  /** What the model was sent last holds these words. */
  readonly heard?: readonly RegExp[];
  readonly unheard?: readonly RegExp[];
  readonly holds?: string;
}

export interface ChatAct {
  /** Keys, or words with Enter behind them. */
  readonly keys: string;
  /** Settles when this is on the screen. */
  readonly shows: RegExp;
}

/** What is otherwise at a level. */
type Differs<Kind> = Partial<Record<Level, Partial<Kind>>>;

export type Step =
  | (TypedLine & { readonly at?: Differs<TypedLine> })
  | (Chat & { readonly at?: Differs<Chat> });

export interface Task {
  readonly name: string;
  /** The levels it is played at: both `full` and `none` unless given. */
  readonly levels?: readonly Level[];
  readonly files?: Files;
  /** A shell line in the project, without us, before anything is typed. */
  readonly before?: string;
  readonly steps: readonly Step[];
  /** Known to be wrong, and why: played and counted, and not drawn for the sample of the tests. */
  readonly open?: string;
  /** Takes minutes. */
  readonly isLong?: true;
  /** Servers on loopback under names of their own. */
  readonly network?: true;
  /** A program of the machine without which it cannot be played. */
  readonly needs?: string;
}

/** The step as it is at a level. */
export function stepAt<Kind extends Step>(step: Kind, level: Level): Kind {
  return { ...step, ...step.at?.[level] };
}
