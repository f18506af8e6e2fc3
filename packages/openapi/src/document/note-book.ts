/** What a person should know of a description beside its tools, each thing once, and not more than can be read. */
export interface NoteBook {
  add(note: string): void;
  list(): readonly string[];
}

const MAX_NOTES = 100;

export function createNoteBook(): NoteBook {
  const notes = new Set<string>();
  let dropped = 0;
  return {
    add(note) {
      if (notes.has(note)) return;
      if (notes.size < MAX_NOTES) notes.add(note);
      else dropped += 1;
    },
    list: () => (dropped === 0 ? [...notes] : [...notes, `and ${dropped} more notes`]),
  };
}
