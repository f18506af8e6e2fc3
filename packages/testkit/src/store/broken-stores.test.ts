import { ToolError } from "@toolplane/contract";
import type { CallTerm, Store } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { checkStoreConformance } from "./check-store-conformance.ts";
import { createMemoryStore, type MemoryStore } from "./create-memory-store.ts";
import { describeStoreConformance } from "./describe-store-conformance.ts";
import { STORE_CHECKS } from "./store-checks.ts";

/** A store made wrong in one way. */
type Breaker = (good: MemoryStore) => Partial<Store>;

function problemsOf(breaker: Breaker) {
  const open = (good: MemoryStore): Store => ({ ...good, ...breaker(good) });
  const stores = new Map<Store, MemoryStore>();
  return checkStoreConformance({
    open: async () => {
      const good = createMemoryStore();
      const store = open(good);
      stores.set(store, good);
      return store;
    },
    reopen: async (closed) => open((stores.get(closed) as MemoryStore).reopen()),
    beside: async (one) => ({ ...one, close: async () => {} }),
  });
}

/** Hears of the answers that went through, or by mistake of all; tells those who left too, or not. */
function hearing(
  { paused }: MemoryStore,
  { hearsAll = false, tellsThoseWhoLeft = false } = {},
): Partial<Store> {
  const listeners = new Set<(id: string | null) => void>();
  return {
    paused: {
      ...paused,
      async resolve(id, answer, atMs) {
        const isFirst = await paused.resolve(id, answer, atMs);
        if (isFirst || hearsAll) for (const heard of listeners) heard(id);
        return isFirst;
      },
    },
    hearing: {
      listen(heard) {
        listeners.add(heard);
        return () => {
          if (!tellsThoseWhoLeft) listeners.delete(heard);
        };
      },
      isSound: () => true,
      fault: async () => null,
    },
  };
}

/** A slow read between look and write: what a store without transactions does. */
const turn = () => Promise.resolve().then(() => undefined);

const BREAKERS: Readonly<Record<string, Breaker>> = {
  "keeps the first manifest": ({ sessions }) => ({
    sessions: {
      ...sessions,
      put: async (given) => {
        if ((await sessions.get(given.sessionId)) === null) await sessions.put(given);
      },
    },
  }),
  "lists pages from the start": ({ sessions }) => ({
    sessions: { ...sessions, list: ({ limit }) => sessions.list({ limit }) },
  }),
  "clears the project's approvals too": ({ sessions, approvals }) => ({
    sessions: {
      ...sessions,
      clear: async (id) => {
        await sessions.clear(id);
        for (const approval of await approvals.list())
          if (approval.sessionId === id) await approvals.revoke(approval.id);
      },
    },
  }),
  "joins names of slots": ({ slots }) => ({
    slots: {
      ...slots,
      get: (session, tool) => slots.get(`${session}/${tool}`, ""),
      put: (session, tool, value) => slots.put(`${session}/${tool}`, "", value),
      replace: (session, tool, change) => slots.replace(`${session}/${tool}`, "", change),
    },
  }),
  "replaces a slot without a look at it": ({ slots }) => ({
    slots: {
      ...slots,
      replace: async (session, tool, { to }) => {
        await slots.put(session, tool, to);
        return true;
      },
    },
  }),
  "finds the oldest paused run": ({ paused }) => {
    const order = new Map<string, string>();
    return {
      paused: {
        ...paused,
        put: async (row) => {
          if (!order.has(row.conversationId)) order.set(row.conversationId, row.id);
          await paused.put({ ...row, createdAtMs: -row.createdAtMs });
        },
        newest: async (id) => {
          const row = await paused.newest(id);
          return row && { ...row, createdAtMs: -row.createdAtMs };
        },
      },
    };
  },
  "lists answered runs as waiting": ({ paused }) => {
    const all = new Map<string, Parameters<Store["paused"]["put"]>[0]>();
    return {
      paused: {
        ...paused,
        put: async (row) => {
          await paused.put(row);
          all.set(row.id, row);
        },
        open: async ({ limit }) => {
          await paused.open({ limit });
          return [...all.values()].slice(0, limit);
        },
      },
    };
  },
  "forgets what was answered": ({ paused }) => ({
    paused: {
      ...paused,
      get: async (id) => {
        const row = await paused.get(id);
        return row?.answer === undefined ? row : null;
      },
    },
  }),
  "lists no answered ones": ({ paused }) => ({
    paused: {
      ...paused,
      list: async (id, page) =>
        (await paused.list(id, page)).filter(({ answer }) => answer === undefined),
    },
  }),
  "forgets the page of a run's log": ({ runs }) => ({
    runs: { ...runs, log: (id, { from }) => runs.log(id, { from, limit: 99 }) },
  }),
  "writes a run's log again": ({ runs }) => ({
    runs: { ...runs, put: async (row, entries) => (await runs.put(row, entries)) || true },
  }),
  "lets anybody write a run": ({ runs }) => ({
    runs: {
      ...runs,
      put: async (row, entries) => {
        const { owner = row.owner } = (await runs.get(row.id)) ?? {};
        return runs.put({ ...row, owner }, entries);
      },
    },
  }),
  "lists runs by their ids": ({ runs }) => ({
    runs: {
      ...runs,
      list: async (page) =>
        [...(await runs.list({ ...page, limit: 99 }))]
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, page.limit),
    },
  }),
  "keeps the log of a removed run": ({ runs }) => ({
    runs: { ...runs, remove: async (id) => void (await runs.get(id)) },
  }),
  "takes every answer": ({ paused }) => ({
    paused: {
      ...paused,
      resolve: async (id, answer, atMs) => {
        await paused.resolve(id, answer, atMs);
        return true;
      },
    },
  }),
  "takes parts by their own id": ({ parts }) => {
    const rows = new Map<string, Parameters<Store["parts"]["upsert"]>[0]>();
    return {
      parts: {
        upsert: async (part) => {
          await parts.list(part.sessionId);
          rows.set(`${part.sessionId} ${part.id}`, structuredClone(part));
        },
        list: async (id) => {
          await parts.list(id);
          const own = [...rows.values()].filter(({ sessionId }) => sessionId === id);
          return structuredClone(own).sort((a, b) => (a.id < b.id ? -1 : 1));
        },
      },
    };
  },
  "adds a part each time": ({ parts }) => {
    const rows: Parameters<Store["parts"]["upsert"]>[0][] = [];
    return {
      parts: {
        upsert: async (part) => {
          await parts.list("");
          rows.push(part);
        },
        list: async (id) => {
          await parts.list("");
          return rows.filter(({ sessionId }) => sessionId === id);
        },
      },
    };
  },
  "lists parts in a language's order": ({ parts }) => ({
    parts: {
      ...parts,
      list: async (id) =>
        [...(await parts.list(id))].sort((a, b) => a.id.localeCompare(b.id, "en")),
    },
  }),
  "does not care for letter case": ({ parts, events, approvals }) => ({
    parts: {
      upsert: (part) => parts.upsert({ ...part, sessionId: part.sessionId.toLowerCase() }),
      list: (id) => parts.list(id.toLowerCase()),
    },
    events: {
      ...events,
      append: (rows, head) =>
        events.append(
          rows.map((row) => ({ ...row, sessionId: row.sessionId.toLowerCase() })),
          head,
        ),
      read: (id, page) => events.read(id.toLowerCase(), page),
    },
    approvals: {
      ...approvals,
      find: async (query) =>
        (await approvals.list()).filter(
          ({ tool, sessionId }) =>
            tool.toLowerCase() === query.tool && sessionId === query.sessionId,
        ),
    },
  }),
  "forgets the order of changes": ({ journal }) => ({
    journal: {
      ...journal,
      list: async (id) => [...(await journal.list(id))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    },
  }),
  "journals half an append": ({ journal }) => ({
    journal: {
      ...journal,
      append: async (entries) => {
        for (const entry of entries) await journal.append([entry]);
        if (entries.length === 0) await journal.append([]);
      },
    },
  }),
  "removes every sidecar": ({ sidecars }) => ({
    sidecars: {
      ...sidecars,
      remove: async () => {
        for (const id of ["ses_1", "ses_2"]) await sidecars.remove(id);
      },
    },
  }),
  "lists the newest approval first": ({ approvals }) => ({
    approvals: { ...approvals, list: async () => [...(await approvals.list())].reverse() },
  }),
  "revokes nothing": ({ approvals }) => ({
    approvals: {
      ...approvals,
      revoke: async (id) => (await approvals.list()).some((a) => a.id === id),
    },
  }),
  "looks before it uses a receipt": ({ receipts }) => {
    const used = new Set<string>();
    return {
      receipts: {
        ...receipts,
        use: async (id) => {
          const free = !used.has(id);
          await turn();
          const known = await receipts.use(id);
          used.add(id);
          return free && (known || id === "rcp_1");
        },
      },
    };
  },
  "forgets the use when a receipt is put again": ({ receipts }) => {
    let used = new Set<string>();
    const kinds = new Map<string, string>();
    return {
      receipts: {
        ...receipts,
        put: async (receipt) => {
          await receipts.put(receipt);
          kinds.set(receipt.id, receipt.kind);
          used = new Set([...used].filter((id) => id !== receipt.id));
        },
        use: async (id) => {
          await receipts.use(id);
          if (used.has(id) || kinds.get(id) !== "once") return false;
          used.add(id);
          return true;
        },
      },
    };
  },
  "uses up standing receipts": ({ receipts }) => ({
    receipts: {
      ...receipts,
      put: (receipt) => receipts.put({ ...receipt, kind: "once" } as typeof receipt),
    },
  }),
  "counts pages instead of rows": ({ events }) => ({
    events: {
      ...events,
      read: (id, { from, limit }) => events.read(id, { from: from * limit, limit }),
    },
  }),
  "drops the head when none is given": ({ events }) => {
    const none = new Set<string>();
    return {
      events: {
        ...events,
        append: async (rows, head) => {
          await events.append(rows, head);
          for (const { sessionId } of rows) {
            if (head) none.delete(sessionId);
            else none.add(sessionId);
          }
        },
        head: async (id) => {
          const head = await events.head(id);
          return none.has(id) ? null : head;
        },
      },
    };
  },
  "overwrites rows": ({ events }) => {
    const tables = new Map<string, Awaited<ReturnType<Store["events"]["read"]>>[number][]>();
    return {
      events: {
        append: async (rows, head) => {
          await events.head("");
          await turn();
          for (const row of rows) {
            const table = tables.get(row.sessionId) ?? [];
            table[row.sequence] = row;
            tables.set(row.sessionId, table);
          }
          await events.append([], head);
        },
        read: async (id, { from, limit }) => {
          await events.head("");
          return (tables.get(id) ?? []).slice(from, from + limit);
        },
        head: events.head,
      },
    };
  },
  "keeps what stands beside rows that it refuses": ({ events, parts, payloads }) => ({
    record: async (batch) => {
      for (const { digest, bytes } of batch.payloads) await payloads.put(digest, bytes);
      for (const part of batch.parts) await parts.upsert(part);
      for (const { rows, head } of batch.chains) await events.append(rows, head);
    },
  }),
  "keeps a batch in one chain, and not in the other": ({ record }) => ({
    record: async (batch) => {
      for (const chain of batch.chains.slice(1))
        await record({ chains: [chain], payloads: [], parts: [] });
      await record({ ...batch, chains: batch.chains.slice(0, 1) });
    },
  }),
  "writes a change that it knows": ({ record, journal }) => ({
    record: async ({ changes = [], ...batch }) => {
      const known = new Set((await journal.list("ses_1")).map(({ id }) => id));
      await record({ ...batch, changes: changes.filter(({ id }) => !known.has(id)) });
    },
  }),
  "forgets the manifest of a batch": ({ record }) => ({
    record: ({ manifests: _, ...batch }) => record(batch),
  }),
  "tells what goes when it is gone": ({ prune }) => ({
    prune: async (retention, letGo) => {
      const told: Parameters<typeof letGo>[] = [];
      const pruned = await prune(retention, async (...what) => void told.push(what));
      for (const what of told) await letGo(...what);
      return pruned;
    },
  }),
  "lists the chain of sessions": ({ activity, events }) => ({
    activity: async (query) => {
      const [row] = await events.read("toolplane:sessions", { from: 0, limit: 1 });
      const own = row ? [{ sessionId: row.sessionId, rows: 1, lastAtMs: row.atMs }] : [];
      return [...(await activity(query)), ...own];
    },
  }),
  "cuts payloads": ({ payloads }) => ({
    payloads: { ...payloads, put: (digest, bytes) => payloads.put(digest, bytes.slice(0, 65_536)) },
  }),
  "keeps dropped payloads": ({ payloads }) => ({
    payloads: { ...payloads, drop: async () => void (await payloads.get("")) },
  }),
  "hands out its own objects": ({ slots }) => {
    const kept = new Map<string, Parameters<Store["slots"]["put"]>[2]>();
    return {
      slots: {
        ...slots,
        get: async (session, tool) => {
          await slots.get(session, tool);
          return kept.get(JSON.stringify([session, tool])) ?? null;
        },
        put: async (session, tool, value) => {
          await slots.put(session, tool, value);
          kept.set(JSON.stringify([session, tool]), value);
        },
      },
    };
  },
  "cannot close twice": (good) => {
    let closed = false;
    return {
      close: async () => {
        if (closed) throw new ToolError("unavailable", "The store is closed.");
        closed = true;
        await good.close();
      },
    };
  },
  "throws when it is closed": ({ flush, close }) => {
    let closed = false;
    return {
      close: () => {
        closed = true;
        return close();
      },
      flush: () => {
        if (closed) throw new ToolError("unavailable", "The store is closed.");
        return flush();
      },
    };
  },
  "answers when it is closed": ({ slots }) => ({
    slots: { ...slots, get: (session, tool) => slots.get(session, tool).catch(() => null) },
  }),
  "lets go of sessions that it was told to keep": ({ prune }) => ({
    prune: ({ keep: _, ...retention }, letGo) => prune(retention, letGo),
  }),
  "lets go of nothing": ({ prune }) => ({ prune: ({ nowMs }, letGo) => prune({ nowMs }, letGo) }),
  "lets go of what was touched a moment ago": ({ prune }) => ({
    prune: ({ nowMs, ...retention }, letGo) =>
      prune({ nowMs: nowMs + 7_200_000, ...retention }, letGo),
  }),
  "lets go of what only a session holds": ({ prune, payloads }) => ({
    prune: async (...given) => {
      const pruned = await prune(...given);
      await payloads.drop("d".repeat(64));
      return pruned;
    },
  }),
  "leaves the changes of a session that went": ({ prune, journal }) => {
    const entries = new Map<string, Awaited<ReturnType<Store["journal"]["list"]>>>();
    return {
      prune,
      journal: {
        ...journal,
        list: async (id) => {
          const found = await journal.list(id);
          if (found.length > 0) entries.set(id, found);
          return entries.get(id) ?? found;
        },
        append: async (given) => {
          await journal.append(given);
          for (const { sessionId } of given) entries.set(sessionId, await journal.list(sessionId));
        },
      },
    };
  },
  "counts a call for every write of its part": ({ parts, countTools }) => {
    const writes = new Map<string, number>();
    return {
      parts: {
        ...parts,
        upsert: async (part) => {
          await parts.upsert(part);
          const tool = part.type.slice("tool-".length);
          writes.set(tool, (writes.get(tool) ?? 0) + 1);
        },
      },
      countTools: async () => {
        await countTools();
        return writes;
      },
    };
  },
  "lists what moved with the oldest first": ({ activity }) => ({
    activity: async (query) => (await activity(query)).toReversed(),
  }),
  "counts days by a clock that is an hour ahead": ({ countEvents, events }) => ({
    countEvents,
    events: {
      ...events,
      append: (rows, head) =>
        events.append(
          rows.map((row) => ({ ...row, atMs: row.atMs + 3_600_000 })),
          head,
        ),
    },
  }),
  "counts what it has counted before, too": ({ countEvents }) => {
    let asked = 0;
    return {
      countEvents: async (sinceDay) => {
        asked += 1;
        return (await countEvents(sinceDay)).map((one) => ({ ...one, count: one.count * asked }));
      },
    };
  },
  "finds a call by what lies inside of its terms": ({ calls }) => ({
    calls: {
      ...calls,
      find: async (query) => {
        const found = await calls.find({ ...query, terms: [] });
        const holds = (terms: readonly string[]): boolean =>
          query.terms.every(({ text }) => terms.some((term) => term.includes(text)));
        return { ...found, calls: found.calls.filter(({ terms }) => holds(terms)) };
      },
    },
  }),
  "cuts what an entry shows": ({ calls }) => ({
    calls: {
      ...calls,
      find: async (query) => {
        const found = await calls.find(query);
        return { ...found, calls: found.calls.map((call) => ({ ...call, shown: null })) };
      },
    },
  }),
  "ends a term at its first odd character": ({ calls }) => ({
    calls: {
      ...calls,
      find: (query) => calls.find({ ...query, terms: query.terms.map(cutAtZero) }),
    },
  }),
  "forgets the page of what is found": ({ calls }) => ({
    calls: { ...calls, find: ({ after: _, ...query }) => calls.find(query) },
  }),
  "looks at the newest calls only": ({ calls }) => ({
    calls: {
      ...calls,
      find: async (query) => {
        const found = await calls.find(query);
        return { ...found, calls: found.calls.filter(({ sequence }) => sequence !== 255) };
      },
    },
  }),
  "fills what is filled already": ({ calls }) => ({
    calls: { ...calls, fill: async (...given) => (await calls.fill(...given)) || true },
  }),
  "lists receipts without a page": ({ receipts }) => ({
    receipts: { ...receipts, list: ({ limit }) => receipts.list({ limit }) },
  }),
  "lists slots from the start": ({ slots }) => ({
    slots: { ...slots, list: ({ limit }) => slots.list({ limit }) },
  }),
  "takes a batch a second time": ({ record }) => ({
    record: (batch) => record(batch).catch(() => undefined),
  }),
  "does not tell the other writer that it was first": ({ events }) => ({
    events: { ...events, append: (rows, head) => events.append(rows, head).catch(() => undefined) },
  }),
  "claims a run without a look at it": ({ runs }) => ({
    runs: { ...runs, claim: async (id, change) => (await runs.claim(id, change)) || true },
  }),
  "flushes when nobody writes any more": ({ payloads, flush }) => {
    const flying = new Set<Promise<void>>();
    return {
      payloads: {
        ...payloads,
        put(digest, bytes) {
          const going = turn().then(() => payloads.put(digest, bytes));
          flying.add(going);
          const landed = () => void flying.delete(going);
          going.then(landed, landed);
          return going;
        },
      },
      flush: async () => {
        while (flying.size > 0) await Promise.allSettled(flying);
        await flush();
      },
    };
  },
  "hears of answers that were too late": (good) => hearing(good, { hearsAll: true }),
  "tells those who left": (good) => hearing(good, { tellsThoseWhoLeft: true }),
  "gives leases to everybody, for ever": () => ({
    leases: { worker: "worker", forMs: 1, renew: async () => {}, isHeld: async () => true },
  }),
  "keeps from its readers who took a run": ({ events }) => ({
    events: {
      ...events,
      read: async (id, page) =>
        (await events.read(id, page)).filter(({ type }) => type !== "run-claimed"),
    },
  }),
  "says closed in words of its own": ({ parts }) => ({
    parts: {
      ...parts,
      list: (id) =>
        parts.list(id).catch(() => {
          throw new ToolError("internal", "closed");
        }),
    },
  }),
};

function cutAtZero({ text, isWhole }: CallTerm): CallTerm {
  return { text: text.split("\0")[0] ?? "", isWhole };
}

describe("the suite against broken stores", () => {
  it("has nothing against the store that the broken ones are made of", async () => {
    expect(await problemsOf(() => ({}))).toEqual([]);
    expect(await problemsOf((good) => hearing(good))).toEqual([]);
  });

  const caught = new Map<string, readonly string[]>();

  it.each(Object.entries(BREAKERS))("catches a store that %s", async (name, breaker) => {
    const problems = await problemsOf(breaker);
    expect(problems.length).toBeGreaterThan(0);
    caught.set(
      name,
      problems.map((problem) => problem.name),
    );
  });

  it("catches a store that loses what was flushed", async () => {
    const problems = await checkStoreConformance({
      open: async () => createMemoryStore(),
      reopen: async () => createMemoryStore(),
    });
    expect(problems.map(({ name }) => name)).toEqual([
      "what was flushed is there when the store is opened again",
    ]);
    caught.set(
      "loses",
      problems.map(({ name }) => name),
    );
  });

  it("has no check that cannot fail", () => {
    const failed = new Set([...caught.values()].flat());
    expect(STORE_CHECKS.map(({ name }) => name).filter((name) => !failed.has(name))).toEqual([]);
  });

  it("has the error of a store that cannot be opened as its problem", async () => {
    const [first] = await checkStoreConformance({
      open: () => Promise.reject(new ToolError("unavailable", "No disk.")),
    });
    expect(first?.problem).toBe("it broke the check: No disk.");
  });

  it("fails its tests in words", async () => {
    const tests: (() => Promise<void>)[] = [];
    describeStoreConformance(
      { describe: (_, body) => body(), it: (_, body) => tests.push(body) },
      { open: () => Promise.reject(new ToolError("unavailable", "No disk.")) },
    );
    expect(tests).toHaveLength(STORE_CHECKS.length);
    await expect(tests[0]?.()).rejects.toThrow("store: it broke the check: No disk.");
  });
});
