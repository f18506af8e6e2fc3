/**
 * Reads the settings of a command that makes calls. A project's tools are other people's code: where nobody trusted them as they
 * are, the person at the terminal is asked before anything of theirs is loaded. Without a person they stay out, and a line says so.
 */
import { accountName } from "@toolplane/library/rooms/ground";
import {
  findPendingTools,
  openToolTrust,
  type PendingTools,
} from "@toolplane/library/rooms/product";
import { readSettings, type Settings } from "@toolplane/library/rooms/settings";
import type { CommandContext } from "../command/command.ts";
import { isInside } from "../session/as-person.ts";
import { askLine } from "../terminal/ask-line.ts";
import { show } from "../terminal/shown/show.ts";
import { note } from "../terminal/shown/shown.ts";
import { toolOfferLines } from "./tool-offer-lines.ts";

export async function settingsWithTrust(context: CommandContext): Promise<Settings> {
  return withToolTrust(context, await readSettings(context));
}

/** The same for settings that were read already. */
export async function withToolTrust(
  context: CommandContext,
  settings: Settings,
): Promise<Settings> {
  const { terminal, environment } = context;
  const pending = findPendingTools(settings);
  if (pending === null) return settings;
  if (settings.trustOnce) return { ...settings, toolsOnce: pending.digests };
  // A command of a session could answer for the person.
  if (terminal.canAsk && !isInside(environment) && !pending.isDeclined)
    return ask(context, settings, pending);
  const isTold = settings.project.state === "untrusted" || settings.project.state === "changed";
  if (!isTold) terminal.note(`${terminal.err.mark("ask")} ${LEFT_OUT}`);
  return settings;
}

const LEFT_OUT =
  "The tools of this project are untrusted and are not loaded. Next: toolplane trust";

async function ask(
  context: CommandContext,
  settings: Settings,
  pending: PendingTools,
): Promise<Settings> {
  const { terminal } = context;
  const offer = await openToolTrust(settings);
  // The result of a call goes to standard output, and nothing else.
  const lines = toolOfferLines(offer, settings.workspace ?? "");
  show(terminal, [...lines.map((part) => ({ ...part, to: "err" as const })), note()]);
  const word = await askLine(context, "Load them? trust, this once, or not now [t/o/N]");
  const answer = { atMs: Date.now(), by: accountName() };
  if (/^t(?:rust)?$/i.test(word)) {
    offer.keep(answer);
    show(terminal, [note("Trusted until they change. Take it back: toolplane trust --revoke")]);
    return settings;
  }
  if (/^(?:o|once|this once)$/i.test(word)) {
    const shown = offer.units.map(({ path, digest }) => [path, digest] as const);
    return { ...settings, toolsOnce: Object.fromEntries(shown) };
  }
  if (!context.signal.aborted) pending.decline(answer);
  show(terminal, [note(LEFT_OUT, { mark: "off" })]);
  return settings;
}
