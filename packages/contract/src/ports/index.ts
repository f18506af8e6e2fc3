/** `@toolplane/contract/ports`: what a host, a store or a bridge implements. Tool authors need the package's main entry only. */
export * from "./analyzer.ts";
export * from "./broker.ts";
export * from "./brought-files.ts";
export * from "./channel.ts";
export * from "./clock.ts";
export * from "./gate.ts";
export * from "./host.ts";
export * from "./ids.ts";
export * from "./landings.ts";
export * from "./processes.ts";
export * from "./recorder.ts";
export * from "./redactor.ts";
export * from "./sandbox.ts";
export * from "./sidecars.ts";
export * from "./store.ts";
export * from "./streams.ts";
export * from "./tool-pin.ts";
