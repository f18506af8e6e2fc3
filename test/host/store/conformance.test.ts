import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import { describeStoreConformance } from "@toolplane/testkit";
import { afterAll, describe, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "tp-store-"));
const paths = new WeakMap<Store, string>();
let opened = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(path: string): Promise<Store> {
  const store = await openSqliteStore({ path });
  paths.set(store, path);
  return store;
}

describe("a SQLite store in a file", () => {
  describeStoreConformance(
    { describe, it },
    {
      open: () => {
        opened += 1;
        return open(join(folder, `deep/er/${opened}.db`));
      },
      reopen: (closed) => open(paths.get(closed) ?? ""),
      beside: (one) => open(paths.get(one) ?? ""),
    },
  );
});

describe("a SQLite store in memory", () => {
  describeStoreConformance({ describe, it }, { open: () => open(":memory:") });
});
