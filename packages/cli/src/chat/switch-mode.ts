/** The modes of a chat: those that Shift-Tab goes round ask a person. `yolo` is only ever typed out. */
import type { SecurityMode } from "@toolplane/contract";
import { CliError } from "../command/cli-error.ts";
import type { ChatGround } from "./chat-ground.ts";
import type { ChatScreen } from "./chat-screen.ts";
import { titleText } from "./title-text.ts";

const MEANINGS: Readonly<Record<SecurityMode, string>> = {
  ask: "you are asked about what no rule decides",
  allowlist: "what your allowlist names runs; you are asked about the rest",
  yolo: "what no rule decides runs without a question; what a rule denies is still denied",
};

const ROUND: readonly SecurityMode[] = ["ask", "allowlist"];

/** From `yolo` it goes back to `ask`. */
export function nextMode(ground: ChatGround, screen: Pick<ChatScreen, "hear">): void {
  const at = ROUND.indexOf(ground.agent.session.mode());
  setMode(ROUND[(at + 1) % ROUND.length] ?? "ask", ground, screen);
}

/** Says the modes where none is named. Throws a CliError for one that there is not. */
export function switchMode(
  word: string,
  ground: ChatGround,
  screen: Pick<ChatScreen, "hear">,
): string {
  const { session } = ground.agent;
  const named = Object.keys(MEANINGS).find((mode) => mode === word) as SecurityMode | undefined;
  if (word !== "" && named === undefined)
    throw new CliError(`There is no mode "${word}".`, {
      next: [`/mode ${Object.keys(MEANINGS).join(", ")}`],
    });
  if (named !== undefined) {
    setMode(named, ground, screen);
    return `${named}: ${MEANINGS[named]}.`;
  }
  return Object.entries(MEANINGS)
    .map(([mode, meaning]) => `${mode}  ${meaning}${mode === session.mode() ? " (now)" : ""}`)
    .join("\n");
}

function setMode(mode: SecurityMode, ground: ChatGround, { hear }: Pick<ChatScreen, "hear">): void {
  ground.agent.session.setMode(mode);
  hear({ type: "title", title: titleText(ground) });
}
