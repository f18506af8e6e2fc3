import { tellingArgument } from "@toolplane/kernel";
import type { ReplayedOutcome } from "@toolplane/kernel/record";
import { jsonText } from "@toolplane/library/rooms/ground";
import { openReplay, sessionSettings } from "@toolplane/library/rooms/product";
import {
  type LoadedSession,
  loadSession,
  newestFirst,
  type ReplayedSession,
  replaySession,
  shortIds,
} from "@toolplane/library/rooms/record";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";

const MAX_DIFFERENCES = 3;
const MAX_VALUE = 200;

export const runReplay: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { state, settings: here } = ground;
    const { store } = state;
    const word = context.arguments.words[0] ?? (await newestSession(ground));
    const manifest = await chooseSession(store, word);
    const settings = await sessionSettings(context, manifest, here);
    const session = await loadSession(store, manifest);
    const progress = showProgress(context.terminal, "Replaying");
    const replayed = await replaySession(store, session, (own) =>
      openReplay({ settings, state }, own),
    ).finally(progress.end);
    if (context.signal.aborted) return EXIT_CODES.cancelled;
    const ids = (await newestFirst(store)).map(({ sessionId }) => sessionId);
    print(context, { session, replayed, id: shortIds(ids)(manifest.sessionId) });
    const differs = replayed.calls.some(({ outcome }) => outcome === "different");
    return differs ? EXIT_CODES.failed : EXIT_CODES.done;
  });

interface Printed {
  readonly session: LoadedSession;
  readonly replayed: ReplayedSession;
  readonly id: string;
}

function print(context: CommandContext, { session, replayed, id }: Printed): void {
  const { terminal } = context;
  const { out } = terminal;
  terminal.json({ sessionId: session.summary.sessionId, ...replayed });
  if (context.arguments.flag("results")) {
    for (const { callId, result } of session.calls)
      if (result !== null) terminal.print(jsonText({ callId, result }));
    return;
  }
  const number = new Map(session.calls.map(({ callId }, index) => [callId, index + 1]));
  for (const call of replayed.calls)
    if (call.outcome !== "same") {
      const recorded = session.calls.find(({ callId }) => callId === call.callId);
      const what = recorded?.arguments ? tellingArgument(recorded.arguments) : "";
      const name = escapeText(`${recorded?.tool ?? call.callId}  ${what.split("\n")[0]}`.trim());
      const mark = out.mark(call.outcome === "different" ? "failed" : "off");
      terminal.print(`${mark} ${number.get(call.callId) ?? "-"}  ${name}  ${call.outcome}`);
      for (const text of reasons(call))
        for (const line of indentText(text, "    ", terminal.columns())) terminal.print(line);
    }
  const same = replayed.calls.filter(({ outcome }) => outcome === "same").length;
  const { rows } = replayed;
  terminal.print(
    `${out.mark(replayed.same ? "allow" : "failed")} ${id}  ${formatCount(same)} of ${formatPlural(replayed.calls.length, "call")} the same, ${formatCount(rows.same)} of ${formatPlural(rows.of, "row")} byte for byte. Nothing ran.`,
  );
}

function reasons(call: ReplayedOutcome): readonly string[] {
  if (call.outcome === "same") return [];
  if (call.outcome === "not replayable") return [escapeText(call.reason)];
  const shown = call.differences.slice(0, MAX_DIFFERENCES).map(({ path, recorded, replayed }) => {
    const [was, is] = [recorded, replayed].map((value) =>
      escapeText((JSON.stringify(value) ?? "nothing").slice(0, MAX_VALUE)),
    );
    return `${escapeText(path)}: was ${was}, now ${is}`;
  });
  const left = call.differences.length - shown.length;
  return left > 0 ? [...shown, `and ${formatPlural(left, "other difference")}: --json`] : shown;
}
