import type { KeptNote } from "@toolplane/library/rooms/state";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { note, table, textLines } from "../../terminal/shown/shown.ts";
import { findNote, withMemory } from "./with-memory.ts";

export const runMemory: CommandRun = (context) =>
  withMemory(context, async (memory) => {
    const [key] = context.arguments.words;
    return key === undefined
      ? listReport(await memory.list())
      : oneReport(await findNote(memory, key));
  });

function oneReport(kept: KeptNote): Report {
  return {
    json: kept,
    shown: [note(`${writerText(kept)}  ${labelText(kept)}`.trim()), ...textLines(kept.content)],
  };
}

function listReport(notes: readonly KeptNote[]): Report {
  const json = { notes };
  if (notes.length === 0) return { json, shown: [note("Nothing is kept of this project.")] };
  return {
    json,
    shown: [
      table({
        columns: [
          { title: "Note", shrink: 16 },
          { title: "Written" },
          { title: "Labels", shrink: 12 },
        ],
        rows: notes.map((kept) => ({
          cells: [kept.key, formatMoment(kept.atMs, { nowMs: Date.now() }), labelText(kept)],
          notes: [kept.content.split("\n")[0] ?? ""],
        })),
      }),
      note(),
      note(`${formatPlural(notes.length, "note")}.`),
    ],
  };
}

function labelText({ labels }: KeptNote): string {
  return [...new Set(labels.map(({ label }) => label))].join(", ");
}

function writerText({ sessionId, atMs }: KeptNote): string {
  return `${formatMoment(atMs, { nowMs: Date.now() })}  ${sessionId === null ? "by a person" : `by ${sessionId}`}`;
}
