/** The console over a hundred thousand calls, in a real browser (goal 15). */
import { hasBrowser, pageTimes, preparePages, SIZES } from "../console/page-times.ts";
import { row } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import type { PreparedSection } from "../tools/prepared-section.ts";

export const prepare: PreparedSection["prepare"] = hasBrowser() ? preparePages : undefined;

export const section: Section = {
  title: "the console in a browser",
  method: [
    `Two databases, written by the product's own recorder: ${SIZES.empty.calls} calls in ${SIZES.empty.sessions} sessions, and ${SIZES.full.calls.toLocaleString("en")} calls in ${SIZES.full.sessions.toLocaleString("en")} sessions, of which one has a tenth.`,
    "Chromium goes to a page; the time ends when its rows are drawn. The median of five visits; the first visit of the list, before the server has read anything, stands apart. Browser and server share the machine.",
    ...(hasBrowser() ? [] : ["Left out: there is no /usr/bin/chromium here."]),
  ],
  rows: hasBrowser()
    ? [
        row("empty", "hardly anything is recorded", () => pageTimes("empty")),
        row("full", "everything else is the same", () => pageTimes("full")),
      ]
    : [],
  lines: hasBrowser()
    ? [
        line("15 first page", "nowMs"),
        line("15 a session", "sessionMs"),
        line("15 the longest session", "longestMs"),
        line("15 calls of all sessions", "callsMs"),
        line("15 calls that a search finds", "foundMs"),
        line("the list of sessions", "sessionsMs"),
        line("the list of sessions, first visit", "sessionsFirstMs"),
        line("the figures", "figuresMs"),
      ]
    : [],
  columns: [
    { figure: "calls", title: "calls", show: (count) => count.toLocaleString("en") },
    ...(
      [
        ["nowMs", "first page"],
        ["sessionMs", "a session"],
        ["longestMs", "longest session"],
        ["sessionsFirstMs", "sessions, first visit"],
        ["sessionsMs", "sessions"],
        ["figuresMs", "figures"],
        ["callsMs", "calls"],
        ["foundMs", "calls found"],
      ] as const
    ).map(([figure, title]) => ({
      figure,
      title,
      show: (ms: number) => `${ms.toFixed(0)} ms`,
    })),
  ],
  peers: [],
};

/** The first page, a session and the calls have a goal; the others are reported. */
function line(text: string, figure: string): Line {
  const goal = text.startsWith("15 ") ? { atMost: 2 } : null;
  return { line: text, row: "full", floor: "empty", figure, goal };
}
