export { createEgress } from "./create-egress.ts";
export { createNetwork } from "./create-network.ts";
export { createStreams } from "./create-streams.ts";
export type { Connector, Egress, EgressAnswer, Resolver } from "./egress.ts";
export { secureConnection } from "./open-connection.ts";
export type {
  HeaderPairs,
  RelayedRequest,
  RelayedResponse,
  RelayService,
} from "./relay-service.ts";
export { createSystemConnector } from "./system-connector.ts";
export { createSystemResolver } from "./system-resolver.ts";
export { systemRoots, trustLikeSystem } from "./system-roots.ts";
