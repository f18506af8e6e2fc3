export { createHost, type OpenHost } from "./create-host.ts";
export type { HostOptions } from "./host-options.ts";
export type { Connector, Resolver } from "./net/egress.ts";
