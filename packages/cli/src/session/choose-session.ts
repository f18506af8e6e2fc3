/** The session that a person means: its id or the beginning of it. What does not fit is answered with what would. */
import type { SessionManifest } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { findSession, newestFirst, shortIds } from "@toolplane/library/rooms/record";
import { formatCount } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

/** Finds it, or throws a CliError. */
export async function chooseSession(
  store: Pick<Store, "sessions">,
  word: string,
): Promise<SessionManifest> {
  const found = await findSession(store, word);
  if (found.found === "one") return found.manifest;
  const { ids, total } = found;
  const typed = escapeText(word);
  const all = (await newestFirst(store)).map(({ sessionId }) => sessionId);
  const offered = ids.map(shortIds(all)).map(escapeText).join(", ");
  if (found.found === "several")
    throw new CliError(`${formatCount(total)} sessions start with ${typed}: say more of it.`, {
      lines: [`Newest: ${offered}.`],
      next: ["toolplane sessions   lists them."],
    });
  throw new CliError(`No session starts with ${typed}.`, {
    lines: ids.length > 0 ? [`Newest: ${offered}.`] : [],
    next: [`toolplane sessions --all   lists all ${formatCount(total)}.`],
  });
}
