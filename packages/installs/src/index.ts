export { createFront } from "./front/create-front.ts";
export { type LockSnapshot, takeLockSnapshot } from "./locks/lock-snapshot.ts";
export { readRegistries } from "./registries/read-registries.ts";
