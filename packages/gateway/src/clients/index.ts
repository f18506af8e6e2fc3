export { editText } from "./edits/edit-text.ts";
export { type ClientChange, type ClientGround, planUndo, planWrite } from "./files/plan-client.ts";
export type { Client, ClientFile, OwnTools, Server } from "./known/client.ts";
export { clientFiles, type Servers } from "./known/client-files.ts";
export { CLIENT_NAMES, type ClientName } from "./known/client-names.ts";
export { CLIENTS } from "./known/client-table.ts";
