export { type FoundList, findClientList, replacingEdits } from "./find-client-list.ts";
export { readClientServers } from "./read-client-servers.ts";
