// Changes of real files, made by the tools: exact edits, the same change as a unified diff and as a V4A patch, all of it
// once more on files with CRLF, whole commits, and edits with the mistakes that models make.
import type { JsonObject, Tool } from "@toolplane/contract";
import { applyPatchTool, editTool } from "@toolplane/tools/inside";
import { callTool, type FileTexts, sameFiles } from "./edits/call-tool.ts";
import type { CommitRow, EditRow, NoisyRow } from "./edits/edit-rows.ts";
import { judgeNoisy } from "./edits/judge-noisy.ts";
import { readLines } from "./edits/read-lines.ts";

const MAX_PRINTED = 40;

interface Figures {
  total: number;
  right: number;
  wrong: number;
}

interface Trial {
  readonly name: string;
  readonly tool: Tool;
  readonly calls: readonly JsonObject[];
  readonly before: FileTexts;
  readonly after: FileTexts;
}

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = bounded(options.print ?? console.log);
  const edits = readLines<EditRow>(options.data, "edits.jsonl");
  if (edits.length === 0) print(`${options.data} holds no edits.jsonl`);
  const run = (trials: readonly Trial[]) => runTrials(trials, print);
  const exact = await run(edits.map(editTrial));
  const diffs = await run(edits.map(diffTrial));
  const v4a = await run(edits.flatMap(v4aTrial));
  const crlf = await run(
    [...edits.map(editTrial), ...edits.map(diffTrial), ...edits.flatMap(v4aTrial)].map(withCrlf),
  );
  const commits = await run(readLines<CommitRow>(options.data, "commits.jsonl").map(commitTrial));
  const noisy = await runNoisy(options.data, edits, print);
  const parts = [exact, diffs, v4a, crlf, commits, noisy];
  const sum = (key: keyof Figures) => parts.reduce((total, part) => total + part[key], 0);
  return {
    total: sum("total"),
    right: sum("right"),
    wrong: sum("wrong"),
    recoverable: noisy.recoverable,
    recovered: noisy.recovered,
    edits: exact.total,
    edits_right: exact.right,
    diffs: diffs.total,
    diffs_right: diffs.right,
    commits: commits.total,
    commits_right: commits.right,
    v4a: v4a.total,
    v4a_right: v4a.right,
    crlf: crlf.total,
    crlf_right: crlf.right,
  };
}

function editTrial({ id, path, before, after, edits }: EditRow): Trial {
  const calls = edits.map(({ old_string, new_string }) => ({ path, old_string, new_string }));
  const files = { before: { [path]: before }, after: { [path]: after } };
  return { name: `${id} edit`, tool: editTool, calls, ...files };
}

function diffTrial({ id, path, before, after, unified_diff: patch }: EditRow): Trial {
  const files = { before: { [path]: before }, after: { [path]: after } };
  return { name: `${id} diff`, tool: applyPatchTool, calls: [{ patch }], ...files };
}

function v4aTrial(row: EditRow): readonly Trial[] {
  const patch = row.v4a_patch;
  return patch === null ? [] : [{ ...diffTrial(row), name: `${row.id} v4a`, calls: [{ patch }] }];
}

function commitTrial({ id, before, after, git_diff: patch }: CommitRow, index: number): Trial {
  const name = `${id ?? index + 1} commit`;
  return { name, tool: applyPatchTool, calls: [{ patch }], before, after };
}

function withCrlf(trial: Trial): Trial {
  const convert = (files: FileTexts): FileTexts =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, text.replace(/\r?\n/g, "\r\n")]),
    );
  const { name, before, after } = trial;
  return { ...trial, name: `${name}, CRLF`, before: convert(before), after: convert(after) };
}

async function runTrials(
  trials: readonly Trial[],
  print: (line: string) => void,
): Promise<Readonly<Figures>> {
  const figures = { total: trials.length, right: 0, wrong: 0 };
  for (const { name, tool, calls, before, after } of trials) {
    const { result, files } = await callTool(tool, before, calls);
    if (result.type === "output" && sameFiles(files, after)) figures.right += 1;
    else if (result.type === "output") figures.wrong += 1;
    if (result.type === "error") print(`${name}: ${result.error_text.split("\n")[0]}`);
    else if (!sameFiles(files, after)) print(`${name}: silently wrong`);
  }
  return figures;
}

async function runNoisy(
  data: string,
  edits: readonly EditRow[],
  print: (line: string) => void,
): Promise<Figures & { readonly recoverable: number; readonly recovered: number }> {
  const rows = readLines<NoisyRow>(data, "noisy.jsonl");
  const figures = { total: rows.length, right: 0, wrong: 0, recoverable: 0, recovered: 0 };
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  for (const row of rows) {
    const edit = byId.get(row.edit_id);
    if (edit === undefined) {
      print(`${row.edit_id} ${row.kind}: no such edit`);
      continue;
    }
    const outcome = await judgeNoisy(row, edit);
    if (row.expect !== "reject") figures.recoverable += 1;
    if (outcome === "recovered") figures.recovered += 1;
    if (outcome === "wrong") {
      figures.wrong += 1;
      print(`${row.edit_id} ${row.kind}: silently wrong`);
    } else figures.right += 1;
  }
  return figures;
}

function bounded(print: (line: string) => void): (line: string) => void {
  let printed = 0;
  return (line) => {
    printed += 1;
    if (printed <= MAX_PRINTED) print(line);
    else if (printed === MAX_PRINTED + 1) print("… and more");
  };
}
