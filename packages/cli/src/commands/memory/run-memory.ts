import type { KeptNote } from "@toolplane/library/rooms/state";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { type Column, renderTable } from "../../terminal/lines/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { findNote, withMemory } from "./with-memory.ts";

const COLUMNS: readonly Column[] = [
  { title: "Note", shrink: 16 },
  { title: "Written" },
  { title: "Labels", shrink: 12 },
];

export const runMemory: CommandRun = (context) =>
  withMemory(context, async (memory) => {
    const { terminal, arguments: given } = context;
    const [key] = given.words;
    if (key !== undefined) printNote(terminal, await findNote(memory, key));
    else printNotes(terminal, await memory.list());
    return EXIT_CODES.done;
  });

function printNote(terminal: Terminal, note: KeptNote): void {
  terminal.json(note);
  terminal.note(escapeText(`${writer(note)}  ${labelsOf(note)}`.trim()));
  for (const line of note.content.split("\n")) terminal.print(escapeText(line));
}

function printNotes(terminal: Terminal, notes: readonly KeptNote[]): void {
  terminal.json({ notes });
  const lines = renderTable({
    columns: COLUMNS,
    rows: notes.map((note) => ({
      cells: [note.key, formatMoment(note.atMs, { nowMs: Date.now() }), labelsOf(note)],
      notes: [note.content.split("\n")[0] ?? ""],
    })),
    width: terminal.columns(),
    paint: terminal.out,
  });
  if (notes.length > 0) for (const line of lines) terminal.print(line);
  terminal.note(
    notes.length === 0
      ? "Nothing is kept of this project."
      : `\n${formatPlural(notes.length, "note")}.`,
  );
}

function labelsOf({ labels }: KeptNote): string {
  return [...new Set(labels.map(({ label }) => label))].join(", ");
}

function writer({ sessionId, atMs }: KeptNote): string {
  return `${formatMoment(atMs, { nowMs: Date.now() })}  ${sessionId === null ? "by a person" : `by ${sessionId}`}`;
}
