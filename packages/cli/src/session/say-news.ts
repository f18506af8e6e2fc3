import { type StatePlace, takeNews } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../command/command.ts";
import { sayWarning } from "../terminal/say-warning.ts";

/** Says once what an update changed for a person who was here before; before the state is opened. */
export function sayNews({ terminal }: Pick<CommandContext, "terminal">, place: StatePlace): void {
  const news = takeNews(place);
  if (news !== null) sayWarning(terminal, news);
}
