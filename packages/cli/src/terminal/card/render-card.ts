/** A card as lines, and the one line it folds to. Pure: the same state gives the same lines. */
import { stripVTControlCharacters } from "node:util";
import type { Answer, Question } from "@toolplane/contract";
import { tellingArgument } from "@toolplane/kernel";
import { formatPlural } from "@toolplane/readings";
import { callLine } from "../lines/call-line.ts";
import type { Mark, Paint } from "../paint.ts";
import { fitText } from "../text/fit-text.ts";
import { textWidth } from "../text/text-width.ts";
import type { CardState } from "./card-state.ts";
import { innerWidth, layoutCard } from "./layout-card.ts";

/** The lines, each behind the bar, none longer than the window. */
export function renderCard(state: CardState): readonly string[] {
  const { body, bottom, height } = layoutCard(state);
  const { paint } = state.options;
  const bar = paint.mark("bar");
  const shown = body.slice(state.scroll, state.scroll + height).map(({ text }) => text);
  const below = body.length - state.scroll - height;
  const above = state.scroll;
  if (below > 0 || above > 0) shown.push(paint.style("dim", scrollNote(above, below, paint)));
  return [...shown, ...bottom].map((text) => (text === "" ? bar : `${bar} ${clip(text, state)}`));
}

/** The card as the transcript shows it afterwards. */
export function foldCard(
  question: Question,
  ending: Answer | "elsewhere" | "cancelled",
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const [mark, note] = question.kind === "landing" ? landingWords(ending) : endingWords(ending);
  return callLine(
    { mark, tool: question.tool, what: mainArgument(question), note },
    { paint, width },
  );
}

function landingWords(ending: Answer | "elsewhere" | "cancelled"): readonly [Mark, string] {
  if (typeof ending === "string") return endingWords(ending);
  if (ending.choice === "without") return ["ask", `land without ${ending.paths.length}`];
  return ending.choice === "once" ? ["allow", "land all"] : ["off", "drop everything"];
}

function endingWords(ending: Answer | "elsewhere" | "cancelled"): readonly [Mark, string] {
  if (ending === "cancelled") return ["off", "cancelled"];
  if (ending === "elsewhere") return ["off", "answered elsewhere"];
  switch (ending.choice) {
    case "once":
      return ["allow", "allowed once"];
    case "session":
      return ["allow", "allowed in this session"];
    case "project":
      return ["allow", "allowed in this project"];
    case "rule":
      return ["allow", "allowed by a new rule"];
    case "without":
      return ["allow", "landed without some"];
    case "reject":
      return ["deny", "rejected"];
    case "look-up":
      return ["ask", "looked up, asked again"];
    case "edit":
      return ["ask", "edited, judged again"];
    case "answers":
      return ["allow", "answered"];
  }
}

function mainArgument({ arguments: given, questions }: Question): string {
  return questions?.[0]?.question ?? tellingArgument(given);
}

function scrollNote(above: number, below: number, paint: Paint): string {
  const [up, down] = paint.isAscii ? ["up", "down"] : ["↑", "↓"];
  const parts = [
    ...(above > 0 ? [`${formatPlural(above, "line")} ${up}`] : []),
    ...(below > 0 ? [`${formatPlural(below, "line")} ${down}`] : []),
  ];
  return `  ${parts.join("   ")}`;
}

/** Cuts a line to the window. A layout fits its window; a window narrower than any layout still gets no line that wraps. */
function clip(text: string, state: CardState): string {
  const room = Math.min(innerWidth(state), Math.max(1, state.columns - 3));
  return textWidth(text) <= room ? text : fitText(stripVTControlCharacters(text), room);
}
