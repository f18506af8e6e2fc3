import { showOnLine } from "@toolplane/readings";

/** The last of what was noted: lines of text from outside, each bounded, the oldest gone first. */
export interface NoteLog {
  add(text: string): void;
  lines(): readonly string[];
}

export function createNoteLog(limits: {
  readonly maxNotes: number;
  readonly maxNoteCharacters: number;
}): NoteLog {
  const kept: string[] = [];
  return {
    add(text) {
      kept.push(showOnLine(text, limits.maxNoteCharacters));
      if (kept.length > limits.maxNotes) kept.shift();
    },
    lines: () => [...kept],
  };
}
