/** Notes that a person should read about a description beside its tools, each thing once, and not more than can be read. */
import { stripMarkup } from "@toolplane/readings";

export interface NoteBook {
  add(note: string): void;
  list(): readonly string[];
}

const MAX_NOTES = 100;
const MAX_LENGTH = 400;

export function createNoteBook(): NoteBook {
  const notes = new Set<string>();
  let dropped = 0;
  return {
    add(text) {
      const note = stripMarkup(text, MAX_LENGTH);
      if (notes.has(note)) return;
      if (notes.size < MAX_NOTES) notes.add(note);
      else dropped += 1;
    },
    list: () => (dropped === 0 ? [...notes] : [...notes, `and ${dropped} more notes`]),
  };
}
