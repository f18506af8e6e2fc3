export { createFiles } from "./doors/create-files.ts";
export { createJournal, type HostJournal } from "./doors/create-journal.ts";
export { createHost, type OpenHost } from "./face/create-host.ts";
