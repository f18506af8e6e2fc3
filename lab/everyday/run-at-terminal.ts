/** Starts the built program in a real terminal and does there what a person does: answers cards, presses keys. */
import { runInPty } from "../../test/cli/approvals/pty.fixture.ts";
import { until } from "../clients/until.ts";
import type { EverydayWorld } from "./everyday-world.ts";
import type { TypedLine } from "./task.ts";

export interface Terminal {
  /** Everything on the screen and above it. */
  screen(): string;
  press(keys: string): void;
  /** Waits for something on the screen, and answers the questions that come before it. False where it never came. */
  waits(isThere: () => boolean): Promise<boolean>;
  hasEnded(): boolean;
  /** The cards that were there, as they stood on the screen. */
  readonly cards: readonly string[];
  /** Ends it; its exit code. */
  end(): Promise<number>;
  readonly ended: Promise<number>;
}

const CARD = / asks[\s\S]*, then Enter\./;
const CHOSEN = /^[┃│\s]*› [a-z] /m;
const LETTERS = { once: ["o", "l"], always: ["p", "s", "a"], reject: ["r", "d"] } as const;

export function openTerminal(
  { workspace, environment, program }: EverydayWorld,
  words: readonly string[],
  { answer = "reject", waitMs }: { readonly answer: TypedLine["answer"]; readonly waitMs: number },
): Terminal {
  const run = runInPty({ workspace, environment }, words, {
    program,
    columns: 100,
    rows: 60,
  });
  let code: number | null = null;
  const ended = run.ended.then((with_) => {
    code = with_;
    return with_;
  });
  const cards: string[] = [];
  const answered = async (): Promise<void> => {
    cards.push(run.frame());
    const letter = LETTERS[answer].find((one) =>
      new RegExp(`^[┃│ ]*${one}  \\S`, "m").test(run.frame()),
    );
    if (letter === undefined)
      throw new Error(`No answer "${answer}" on this card:\n${run.frame()}`);
    await run.typesUntil(letter, new RegExp(`› ${letter} `));
    run.type("\r");
    // A note to the model, or for how long: the first that is offered.
    if (!(await until(() => code !== null || !CHOSEN.test(run.frame()), waitMs)))
      throw new Error(`The card stayed after its answer "${answer}":\n${run.frame()}`);
    if (code === null && /A note to the model/.test(run.frame())) run.type("\r");
  };
  return {
    cards,
    ended,
    screen: () => run.screen(100, 60),
    press: (keys) => run.type(keys),
    hasEnded: () => code !== null,
    async waits(isThere) {
      for (;;) {
        const stands = () => isThere() || code !== null;
        const isCard = () => CARD.test(run.frame());
        if (!(await until(() => stands() || isCard(), waitMs))) return false;
        if (stands()) return isThere();
        await answered();
      }
    },
    async end() {
      if (code === null) run.signal("SIGKILL");
      return ended;
    },
  };
}
