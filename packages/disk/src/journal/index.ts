export { changeIdPrefix, isChangeInView } from "./change-id.ts";
export type { ChangeJournal, FileChanged } from "./change-journal.ts";
export { createFolderStore } from "./create-folder-store.ts";
export { type JournalRoom, KEPT_UNASKED_MS } from "./journal-room.ts";
export { nameChanges, readChangeName } from "./name-changes.ts";
export type { OutputChange, OutputKeeper, OutputRound, OutputsOf } from "./output-keeper.ts";
