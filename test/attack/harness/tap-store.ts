/** Everything that reaches the record, as text: what an operator with the database in hand could read. */
import type { Store } from "@toolplane/contract/ports";
import { createMemoryStore } from "@toolplane/testkit";

/** A store whose writes can be read back as text. */
export interface TappedStore {
  readonly store: Store;
  readonly texts: () => readonly string[];
}

/** Makes a store in memory. The journal is left out: it holds the files themselves, not an account of them. */
export function createTappedStore(): TappedStore {
  const store = createMemoryStore();
  const texts: string[] = [];
  const note = (value: unknown): void => void texts.push(JSON.stringify(value) ?? "");
  return {
    texts: () => texts,
    store: {
      ...store,
      sessions: tap(store.sessions, "put", note),
      parts: tap(store.parts, "upsert", note),
      approvals: tap(store.approvals, "put", note),
      receipts: tap(store.receipts, "put", note),
      events: tap(store.events, "append", note),
      record(batch) {
        const { payloads, changes: _journal, ...told } = batch;
        note(told);
        for (const { bytes } of payloads) texts.push(Buffer.from(bytes).toString("utf8"));
        return store.record(batch);
      },
      payloads: {
        ...store.payloads,
        put(digest, bytes) {
          texts.push(Buffer.from(bytes).toString("utf8"));
          return store.payloads.put(digest, bytes);
        },
      },
    },
  };
}

function tap<T extends object, K extends keyof T>(
  part: T,
  name: K,
  note: (value: unknown) => void,
): T {
  const write = part[name] as (...args: unknown[]) => unknown;
  return {
    ...part,
    [name]: (...args: unknown[]) => {
      note(args[0]);
      return write.apply(part, args);
    },
  };
}
