/**
 * Says what a process could not do because of us: one line for each kind of wall, with the rule that made it or the way on. All
 * faces take their sentences from here. Names are foreign text and are bounded, so nothing invisible in them gets through.
 */
import type { ProcessReport } from "./process-result.ts";
import type { ToolResult } from "./result.ts";
import type { Wall, WallKind } from "./wall.ts";

const MAX_NAMED = 5;
const MAX_NAME_CHARS = 300;

interface Sentence {
  readonly before: string;
  readonly after: string;
}

/** In this order. The list in the sandbox guide is made from it. */
export const WALL_SENTENCES: Readonly<Record<WallKind | "taken-back" | "host", Sentence>> = {
  hidden: {
    before: "Not shown to it, because a rule denies it: ",
    after: ". Do without; only the user can change the rule.",
  },
  asked: {
    before: "Not shown to it, because a rule asks about it: ",
    after: ". Name it in the command line itself, and the user is asked.",
  },
  outside: {
    before: "Outside the workspace and not shown to the command: ",
    after: ". Stay inside the workspace, or ask the user to open it.",
  },
  undeclared: {
    before: "Not shown to this program, which sees what was declared for it: ",
    after: ". Ask the user to open it to the program.",
  },
  home: {
    before: "Not shown to it, because commands have a home of their own: ",
    after: ". Do without, or ask the user to open it.",
  },
  "read-only": {
    before: "Read-only to it: ",
    after: ". Write elsewhere in the workspace or to /tmp, or ask the user to allow it.",
  },
  output: {
    before: "Read-only to a process that runs on: ",
    after: ". Name it in writes when you start it.",
  },
  program: {
    before: "Not there, because a rule denies the program: ",
    after: ". Do without; only the user can change the rule.",
  },
  likely: {
    before: "The sandbox likely refused ",
    after: ". Stay inside the workspace, or ask the user to allow it.",
  },
  "taken-back": {
    before: "Taken back when it ended, because rules close it: ",
    after: ". Ask the user to allow it if it is needed.",
  },
  host: {
    before: "The network refused ",
    after: ". Do without, or ask the user to allow the host.",
  },
  network: {
    before: "It ran without a network and likely wanted one",
    after: ". Do without, or ask the user to allow it.",
  },
  proxy: {
    before: "Its only network is the proxy that HTTPS_PROXY and ALL_PROXY name",
    after: ". Connect through that; a direct connection finds none.",
  },
  rights: {
    before:
      "No command is given the rights to mount, to trace, to make devices or to be another user",
    after: ". Do without, or ask the user to run it.",
  },
  agent: {
    before: "No command is given the user's SSH agent",
    after: ". Do without, or ask the user to run it.",
  },
  daemon: {
    before: "It needs the machine's container daemon, and no command is shown its socket",
    after: ". Do without, or ask the user to run it.",
  },
  view: {
    before:
      "Commands work on a view of the workspace, where a folder is not renamed in one step and a file is not linked",
    after: ". Copy and remove, as mv does; clone with --no-hardlinks.",
  },
};

/** One line each, in brackets; none where nothing stood in the way. */
export function describeWalls(
  report: Pick<ProcessReport, "walls"> & Partial<Pick<ProcessReport, "hosts" | "takenBack">>,
): readonly string[] {
  const { walls = [], hosts = [], takenBack = [] } = report;
  const refused = hosts.filter(({ allowed }) => !allowed);
  const named = new Map<keyof typeof WALL_SENTENCES, readonly string[]>();
  for (const { kind, ...wall } of walls)
    named.set(kind, [...(named.get(kind) ?? []), nameText(wall)]);
  named.set("taken-back", takenBack.map(clean));
  named.set(
    "host",
    refused.map(({ host, port, reason }) =>
      nameText({ name: `${host}:${port}`, ...(reason === undefined ? {} : { because: reason }) }),
    ),
  );
  // Which hosts it wanted says more than that it had no network.
  if (refused.length > 0) named.delete("network");
  return Object.entries(WALL_SENTENCES).flatMap(([kind, { before, after }]) => {
    const names = named.get(kind as keyof typeof WALL_SENTENCES) ?? [];
    return names.length === 0 ? [] : [`[${before}${listText(names)}${after}]`];
  });
}

/** The lines of a result that carries such a report; none of another one. */
export function wallLinesOf({ details }: Pick<ToolResult, "details">): readonly string[] {
  const report = (details as { readonly report?: Partial<ProcessReport> } | undefined)?.report;
  if (typeof report !== "object" || report === null) return [];
  const listOf = <T>(list: readonly T[] | undefined): readonly T[] =>
    Array.isArray(list) ? list : [];
  return describeWalls({
    walls: listOf(report.walls),
    hosts: listOf(report.hosts),
    takenBack: listOf(report.takenBack),
  });
}

function nameText({ name = "", because }: Omit<Wall, "kind">): string {
  return because === undefined ? clean(name) : `${clean(name)} (${clean(because)})`;
}

function listText(all: readonly string[]): string {
  const names = [...new Set(all)].filter((name) => name !== "");
  const shown = names.slice(0, MAX_NAMED);
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function clean(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?").replace(/\.$/, "");
  return (
    shown.length > MAX_NAME_CHARS ? `${shown.slice(0, MAX_NAME_CHARS)}…` : shown
  ).toWellFormed();
}
