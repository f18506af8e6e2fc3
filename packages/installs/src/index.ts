export { createFront } from "./front/create-front.ts";
export { type LockEvent, readLockBook } from "./locks/read-lock-book.ts";
export { readRegistries } from "./registries/read-registries.ts";
