/** Separates the operations that become tools from those that cannot, and from those that are not wanted. */
import type { ListedOperation, SkippedOperation } from "./list-operations.ts";
import type { OperationTarget, PreparedOperation } from "./prepare-operation.ts";
import { createOrderedReader } from "./read-in-order.ts";
import type { ReadOperation } from "./read-operation.ts";

/** An operation with the id of its tool. */
export interface CallableOperation {
  readonly id: string;
  readonly listed: ListedOperation;
  readonly target: OperationTarget;
  /** How it is called. Never throws. */
  readonly read: () => ReadOperation;
}

export interface TakingInput {
  readonly isWanted: (listed: ListedOperation) => boolean;
  readonly needsOperationId: boolean;
  readonly idOf: (listed: ListedOperation) => string;
  readonly prepare: (listed: ListedOperation) => PreparedOperation | string;
  readonly read: (prepared: PreparedOperation) => ReadOperation | null;
}

export interface TakenOperations {
  readonly operations: readonly CallableOperation[];
  readonly skipped: readonly SkippedOperation[];
  readonly leftOut: number;
  /** The host names that operations reach, by `host` or `host:port`. */
  readonly hosts: ReadonlyMap<string, string>;
  /** Works out everything that was not used yet. */
  readonly readAll: () => void;
}

export function takeOperations(
  listed: readonly ListedOperation[],
  input: TakingInput,
): TakenOperations {
  const operations: CallableOperation[] = [];
  const skipped: SkippedOperation[] = [];
  const prepared: PreparedOperation[] = [];
  const hosts = new Map<string, string>();
  const reader = createOrderedReader(prepared, input.read);
  const skip = ({ title }: ListedOperation, reason: string) =>
    skipped.push({ operation: title, reason });
  let leftOut = 0;
  for (const one of listed) {
    if (!input.isWanted(one)) {
      leftOut += 1;
      continue;
    }
    const ready =
      input.needsOperationId && one.operationId === null
        ? "it has no operationId"
        : input.prepare(one);
    if (typeof ready === "string") {
      skip(one, ready);
      continue;
    }
    const index = prepared.push(ready) - 1;
    const { target, unsendable } = ready;
    // Its parameters are read all the same: they may name definitions before others do.
    if (unsendable !== null) {
      skip(one, unsendable);
      continue;
    }
    hosts.set(target.host, target.hostname);
    // Null is only what cannot be sent.
    const read = () => reader.at(index) as ReadOperation;
    operations.push({ id: input.idOf(one), listed: one, target, read });
  }
  return { operations, skipped, leftOut, hosts, readAll: reader.all };
}
