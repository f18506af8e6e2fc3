/**
 * The store's door: the one place that says what lies in the store as it was given, and what is masked first. Every member is
 * written out, so a table that is added does not compile until somebody has decided. What is not masked here is listed, with its
 * reason, in docs/decisions/0024-kept-runs.md, and a test reads the list.
 *
 * Rows of the record name their payloads by digest, so those are masked before the digest is made: by the road, and by the recorder
 * for what no road saw.
 */
import type { Approval, Receipt, SessionManifest } from "@toolplane/contract";
import type { CallIndex, Redactor, Store } from "@toolplane/contract/ports";

/** Names of files that rules go by in later sessions; a masked name would be no file's. */
const FILE_NAMES_SLOT = "brought";

export function maskStore(store: Store, redactor: Pick<Redactor, "value">): Store {
  const { value } = redactor;
  const { sessions, parts, events, payloads, runs, journal, sidecars } = store;
  return {
    sessions: {
      put: (manifest) => sessions.put(maskManifest(manifest, redactor)),
      get: (id) => sessions.get(id),
      list: (page) => sessions.list(page),
      clear: (id) => sessions.clear(id),
    },
    parts: {
      upsert: (part) => parts.upsert(value(part)),
      list: (id) => parts.list(id),
    },
    approvals: maskApprovals(store, redactor),
    receipts: maskReceipts(store, redactor),
    events: {
      append: (rows, head) => events.append(rows, head),
      read: (id, page) => events.read(id, page),
      head: (id) => events.head(id),
    },
    payloads: {
      put: (digest, bytes) => payloads.put(digest, bytes),
      get: (digest) => payloads.get(digest),
      drop: (digest) => payloads.drop(digest),
    },
    paused: maskPaused(store, redactor),
    runs: {
      put: (row, entries) => runs.put(row, entries),
      get: (id) => runs.get(id),
      log: (id, page) => runs.log(id, page),
      list: (page) => runs.list(page),
      claim: (id, change) => runs.claim(id, change),
      remove: (id) => runs.remove(id),
    },
    slots: maskSlots(store, redactor),
    journal: {
      append: (entries, how) => journal.append(entries, how),
      list: (id) => journal.list(id),
      mark: (change, undone) => journal.mark(change, undone),
    },
    // Names of workers, which the store makes itself.
    ...(store.leases ? { leases: store.leases } : {}),
    ...(store.calls ? { calls: maskCalls(store.calls, redactor) } : {}),
    ...(store.hearing ? { hearing: store.hearing } : {}),
    sidecars: {
      put: (row) => sidecars.put(row),
      list: (id) => sidecars.list(id),
      remove: (id) => sidecars.remove(id),
    },
    countTools: () => store.countTools(),
    activity: (query) => store.activity(query),
    countEvents: (day) => store.countEvents(day),
    // Parts of a batch and its entries of the index are made of what its rows hold, which is masked already: looked at once, and not again on every call.
    record: (batch) => store.record(batch),
    prune: (retention, letGo) => store.prune(retention, letGo),
    flush: () => store.flush(),
    close: () => store.close(),
  };
}

/** Entries of older rows: a secret may have become one since they were written. They are found by their ids as those are. */
function maskCalls(calls: CallIndex, { value }: Pick<Redactor, "value">): CallIndex {
  return {
    find: (query) => calls.find(query),
    backlog: (page) => calls.backlog(page),
    fill: (rows, entries) =>
      calls.fill(
        rows,
        entries.map((entry) => {
          const { terms, shown } = entry;
          return { ...entry, terms: value(terms), shown: value(shown) };
        }),
      ),
  };
}

/** A session goes on by its ids, its folders and what it may use; the words about it are for people. */
export function maskManifest(
  manifest: SessionManifest,
  { value }: Pick<Redactor, "value">,
): SessionManifest {
  const { sessionId, parentSessionId, workspace, variables, role, allowlist, tools } = manifest;
  const masked = value(manifest);
  if (masked === manifest) return manifest;
  return {
    ...masked,
    sessionId,
    workspace,
    role,
    allowlist,
    tools,
    ...(parentSessionId === undefined ? {} : { parentSessionId }),
    ...(variables === undefined ? {} : { variables }),
  };
}

/** The road counts an answer whose key holds a secret once; masked it would answer for other calls too, so none is kept here. */
function maskApprovals({ approvals }: Store, { value }: Pick<Redactor, "value">) {
  return {
    put: async (approval: Approval) => {
      if (value(approval) === approval) await approvals.put(approval);
    },
    find: approvals.find.bind(approvals),
    list: () => approvals.list(),
    revoke: (id: string) => approvals.revoke(id),
  } satisfies Store["approvals"];
}

function maskReceipts({ receipts }: Store, { value }: Pick<Redactor, "value">) {
  return {
    put: async (receipt: Receipt) => {
      // One for a single call holds ids and digests only.
      if (receipt.kind === "once" || value(receipt) === receipt) await receipts.put(receipt);
    },
    use: (id: string) => receipts.use(id),
    list: (page: Parameters<typeof receipts.list>[0]) => receipts.list(page),
  } satisfies Store["receipts"];
}

/** The question is masked where it is asked, and sealed so; an answer is sealed as it was given. */
function maskPaused({ paused }: Store, { value }: Pick<Redactor, "value">): Store["paused"] {
  return {
    put: ({ question, options, ...row }) =>
      paused.put({ ...row, question: value(question), options: value(options) }),
    newest: (id) => paused.newest(id),
    open: (page) => paused.open(page),
    list: (id, page) => paused.list(id, page),
    get: (id) => paused.get(id),
    resolve: (id, answer, atMs) => paused.resolve(id, answer, atMs),
  };
}

function maskSlots({ slots }: Store, { value }: Pick<Redactor, "value">): Store["slots"] {
  return {
    get: (owner, toolId) => slots.get(owner, toolId),
    list: (page) => slots.list(page),
    put: (owner, toolId, given) => slots.put(owner, toolId, value(given)),
    // What is there may be from before there was a door: it is compared as it is.
    replace: (owner, toolId, { from, to }) =>
      slots.replace(owner, toolId, {
        from,
        to: toolId === FILE_NAMES_SLOT && owner.startsWith("project:") ? to : value(to),
      }),
  };
}
