import { isToolError } from "@toolplane/contract";
import {
  isRunOver,
  type KeptResult,
  type OpenResult,
  openResult,
} from "@toolplane/library/rooms/fleet";
import { formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { DIFF_FOLD, diffLines } from "../../terminal/lines/diff-lines.ts";
import { drawing, line, note, type Shown } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { changeOf, leftOutNotes } from "./result-lines.ts";
import { withResult } from "./with-result.ts";

/** So many files are shown line by line, and so many are named. */
const MOST_DIFFS = 30;
const MOST_NAMED = 200;

export const runFleetDiff: CommandRun = (context) =>
  withResult(context, async ({ kept, payloads }) => {
    const [, path] = context.arguments.words;
    const opened = await openResult(
      {
        payloads,
        directory: context.directory,
        path: context.environment.PATH ?? "",
        withIgnored: context.arguments.flag("ignored"),
      },
      kept,
    ).catch((error: unknown) => {
      if (isToolError(error) && error.code === "not_found" && path === undefined)
        return error.message;
      throw error;
    });
    if (typeof opened === "string") return namesOnly(kept, opened);
    try {
      return path === undefined
        ? await whole(context, { kept, opened })
        : await one(path, { kept, opened });
    } finally {
      await opened.close();
    }
  });

interface Opened {
  readonly kept: KeptResult;
  readonly opened: OpenResult;
}

async function whole({ terminal }: CommandContext, { kept, opened }: Opened): Promise<Report> {
  const { files, ignored, leftOut, leadOut } = opened;
  const { run, repository, commit, unlanded } = kept;
  const json = { run: run.id, repository, commit, files, ignored, leftOut, leadOut, unlanded };
  if (terminal.wantsJson) return { json, shown: [] };
  const shown: Shown[] = [headOf(kept)];
  if (files.length === 0)
    shown.push(line("It changed nothing that a commit holds.", { indent: 2 }));
  for (const file of files.slice(0, MOST_DIFFS)) {
    shown.push(line(), line([{ text: file.path, style: "bold" }, `  ${changeOf(file)}`]));
    shown.push(lines(await opened.diff(file.path), DIFF_FOLD));
  }
  const rest = files.slice(MOST_DIFFS);
  if (rest.length > 0) shown.push(line());
  for (const file of rest.slice(0, MOST_NAMED)) shown.push(line(`${file.path}  ${changeOf(file)}`));
  if (rest.length > MOST_NAMED)
    shown.push(line(`and ${formatPlural(rest.length - MOST_NAMED, "more file")}: --json has all`));
  const short = run.id.slice(0, 8);
  const next =
    files.length === 0
      ? []
      : [note(), note(`toolplane fleet take ${short}   makes a branch of it here.`)];
  return { json, shown: [...shown, ...leftOutNotes({ ...opened, unlanded }), ...next] };
}

async function one(path: string, { kept, opened }: Opened): Promise<Report> {
  const file = opened.files.find((each) => each.path === path);
  if (file === undefined)
    throw new CliError(`Run ${kept.run.id} did not change ${escapeText(path)}.`, {
      next: [`toolplane fleet diff ${kept.run.id.slice(0, 8)}   shows what it changed.`],
      exitCode: EXIT_CODES.failed,
    });
  const diff = await opened.diff(path);
  return {
    json: { run: kept.run.id, ...file, diff },
    shown: [line([{ text: path, style: "bold" }, `  ${changeOf(file)}`]), lines(diff)],
  };
}

/** Without the commit nobody knows which of them are new. */
function namesOnly({ run, repository, commit, files }: KeptResult, why: string): Report {
  const named = files
    .filter(({ kind }) => kind !== "folder")
    .map(({ path, kind }) => ({
      path: Buffer.from(path, "latin1").toString("utf8"),
      change: kind === "gone" ? ("removed" as const) : ("changed or added" as const),
    }));
  const shown = named
    .slice(0, MOST_NAMED)
    .map(({ path, change }) => line(`${path}  ${change}`, { indent: 2 }));
  const more = named.length - MOST_NAMED;
  return {
    json: { run: run.id, repository, commit, files: named },
    shown: [
      headOf({ run, repository, commit }),
      ...shown,
      ...(more > 0 ? [line(`and ${formatPlural(more, "more file")}: --json has all`)] : []),
      note(),
      note(`Names only, with those that git ignores. ${why}`, { wraps: true }),
    ],
  };
}

function headOf({
  run,
  repository,
  commit,
}: Pick<KeptResult, "run" | "repository" | "commit">): Shown {
  const isOver = isRunOver(run);
  const state = isOver ? run.status : `${run.status}: as it was at its last step`;
  return line(`${run.id.slice(0, 8)}  ${repository} ${commit.slice(0, 12)}  ${state}`, {
    mark: isOver ? "allow" : "running",
  });
}

function lines(diff: string, fold?: number): Shown {
  return drawing((given) => {
    const drawn = diffLines(diff, { ...given, ...(fold === undefined ? {} : { fold }) });
    return drawn.length === 0 ? ["    not text, or nothing to show"] : drawn;
  });
}
