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
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { line, type Shown, verbatim } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

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
    const differs = replayed.calls.some(({ outcome }) => outcome === "different");
    const id = shortIds(ids)(manifest.sessionId);
    return {
      exitCode: differs ? EXIT_CODES.failed : EXIT_CODES.done,
      json: { sessionId: session.summary.sessionId, ...replayed },
      shown: context.arguments.flag("results")
        ? resultLines(session)
        : [...changedLines(session, replayed), countLine(replayed, id)],
    };
  });

function resultLines({ calls }: LoadedSession): readonly Shown[] {
  return calls.flatMap(({ callId, result }) =>
    result === null ? [] : [verbatim(jsonText({ callId, result }))],
  );
}

function changedLines(session: LoadedSession, replayed: ReplayedSession): readonly Shown[] {
  const numbers = new Map(session.calls.map(({ callId }, index) => [callId, index + 1]));
  return replayed.calls.flatMap((call) => {
    if (call.outcome === "same") return [];
    const recorded = session.calls.find(({ callId }) => callId === call.callId);
    const what = recorded?.arguments ? tellingArgument(recorded.arguments) : "";
    const name = `${recorded?.tool ?? call.callId}  ${what.split("\n")[0]}`.trim();
    return [
      line(`${numbers.get(call.callId) ?? "-"}  ${name}  ${call.outcome}`, {
        mark: call.outcome === "different" ? "failed" : "off",
      }),
      ...reasons(call).map((text) => line(text, { indent: 4, wraps: true })),
    ];
  });
}

function countLine({ calls, rows, same }: ReplayedSession, id: string): Shown {
  const sameCalls = calls.filter(({ outcome }) => outcome === "same").length;
  return line(
    `${id}  ${formatCount(sameCalls)} of ${formatPlural(calls.length, "call")} the same, ${formatCount(rows.same)} of ${formatPlural(rows.of, "row")} byte for byte. Nothing ran.`,
    { mark: same ? "allow" : "failed" },
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
