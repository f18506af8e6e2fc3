/** Hosts whose file door, journal or search is wrong. */
import {
  type FsDoor,
  type FsTarget,
  isToolError,
  type SearchQuery,
  ToolError,
} from "@toolplane/contract";
import type { Access, GateDecision } from "@toolplane/contract/ports";
import { type Breakers, type DoorParts, files, freed, gated, turn } from "./breaker.ts";

const OPEN: GateDecision = { allowed: true, predicted: true };
const isFile = (access: Access): access is FsTarget => "real" in access;

/** Asks as a door would, by names alone. */
function ask(
  { bench, context }: DoorParts,
  capability: FsTarget["capability"],
  text: string,
): void {
  const place = bench.host.analyzer.path(text, "read");
  if (!place.ok) throw new ToolError("invalid_input", place.message);
  const { lexical: path, real } = place.value;
  const decision = context.gate.check({ capability, path, real });
  if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
}

const swallow =
  (code: string) =>
  (error: unknown): undefined => {
    if (isToolError(error) && error.code === code) return undefined;
    throw error;
  };

export const BROKEN_READING: Breakers = {
  "reads whole files only": files((good) => ({ read: (path) => good.read(path) })),
  "has no facts of nothing": files((good) => ({
    async stat(path) {
      const stat = await good.stat(path);
      if (stat === null) throw new ToolError("not_found", "nothing");
      return stat;
    },
  })),
  "lists everything as a file": files((good) => ({
    list: async (path) => (await good.list(path)).map(({ name }) => ({ name, kind: "file" })),
  })),
  "reads nothing as an empty file": files((good) => ({
    read: async (path, range) =>
      (await good.read(path, range).catch(swallow("not_found"))) ?? {
        bytes: new Uint8Array(),
        offset: 0,
        size: 0,
        modifiedMs: 0,
      },
  })),
  "takes an empty path for the workspace": files((good) => ({
    read: (path, range) => good.read(path === "" ? "." : path, range),
  })),
  "reads special files": files((good) => ({
    read: async (path, range) => {
      const special = (await good.stat(path))?.kind === "special";
      const empty = { bytes: new Uint8Array(), offset: 0, size: 0, modifiedMs: 0 };
      return special ? empty : good.read(path, range);
    },
  })),
};

export const BROKEN_GATES: Breakers = {
  "does not ask": gated(() => ({ check: () => OPEN, ask: async () => OPEN })),
  "asks about names, not places": gated(({ check, ask: request }) => ({
    check: (access) => check(isFile(access) ? { ...access, real: access.path } : access),
    ask: request,
  })),
  "opens when its gate breaks": gated((gate) => ({
    ...gate,
    check(access) {
      try {
        return gate.check(access);
      } catch {
        return OPEN;
      }
    },
  })),
  "tells what is missing before it asks": files((good, { free }) => ({
    async read(path, range) {
      if ((await free.stat(path)) === null) throw new ToolError("not_found", "nothing there");
      return good.read(path, range);
    },
  })),
  "remembers answers": (bench) => {
    const known = new Map<string, GateDecision>();
    const { files: wrapped } = gated((gate) => ({
      ...gate,
      check(access) {
        const key = JSON.stringify(access);
        const answer = known.get(key) ?? gate.check(access);
        known.set(key, answer);
        return answer;
      },
    }))(bench);
    return wrapped ? { files: wrapped } : {};
  },
  "writes before it asks": files((good, { free }) => ({
    async write(path, data, options) {
      await free.write(path, data, options);
      return good.write(path, data, { ...options, create: "may" });
    },
  })),
  "asks before it opens a file to read": files((_, parts) => ({
    async read(path, range) {
      ask(parts, "fs.read", path);
      return parts.free.read(path, range);
    },
  })),
  "asks before it opens a file to write": files((_, parts) => ({
    async write(path, data, options) {
      ask(parts, "fs.write", path);
      return parts.free.write(path, data, options);
    },
  })),
  "does not honour the signal": ({ host }) => ({
    files: (context) => host.files({ ...context, signal: freed(context).signal }),
  }),
  "looks at the signal only at the start": ({ host }) => ({
    files(context) {
      const late = host.files({ ...context, signal: freed(context).signal });
      return context.signal.aborted ? host.files(context) : late;
    },
  }),
  "follows a link out": files((_, { free, context }) => ({
    async read(path, range) {
      context.gate.check({ capability: "fs.read", path, real: path });
      return free.read(path, range);
    },
  })),
};

export const BROKEN_WRITING: Breakers = {
  "loses the mode": files((good) => ({
    write: (path, data, options) => good.write(path, data, { ...options, mode: 0o644 }),
  })),
  "leaves a temporary file": files((good, { bench }) => ({
    async write(path, data, options) {
      bench.disk.putFile(`${bench.workspace}/.tmp-1`, data);
      return good.write(path, data, options);
    },
  })),
  "always creates": files((good) => ({
    write: (path, data, { create: _, ...options } = {}) => good.write(path, data, options),
  })),
  "expects nothing": files((good) => ({
    write: (path, data, { expect: _, ...options } = {}) => good.write(path, data, options),
    remove: (path, { expect: _, ...options } = {}) => good.remove(path, options),
  })),
  "writes half a file when it fails": files((good, { bench }) => ({
    async write(path, data, options) {
      try {
        return await good.write(path, data, options);
      } catch (error) {
        bench.disk.putFile(`${bench.workspace}/${path}`, String(data).slice(0, 1));
        throw error;
      }
    },
  })),
  "makes directories over files": files((good) => ({
    mkdir: (path) => good.mkdir(path).catch(swallow("conflict")),
  })),
  "removes full directories": files((good) => ({
    remove: (path, options) => good.remove(path, { ...options, recursive: true }),
  })),
  "asks only about the root of what it removes": files((_, parts) => ({
    async remove(path, options) {
      ask(parts, "fs.write", path);
      await parts.free.remove(path, options);
    },
  })),
  "renames without asking to read": files((_, parts) => ({
    async rename(from, to) {
      ask(parts, "fs.write", from);
      ask(parts, "fs.write", to);
      await parts.free.rename(from, to);
    },
  })),
  "swallows renames that cannot be": files((good) => ({
    rename: (from, to) => good.rename(from, to).catch(swallow("conflict")),
  })),
  "removes what a link leads to": files((good, { bench }) => ({
    async remove(path, options) {
      const place = bench.host.analyzer.path(path, "write");
      await good.remove(place.ok ? place.value.real : path, options);
    },
  })),
  "applies changes one by one": files((good) => ({
    async apply(changes) {
      const written = [];
      for (const change of changes) written.push(...(await good.apply([change])));
      return written;
    },
  })),
  "names several changes as one": files((good) => ({
    async apply(changes) {
      const written = await good.apply(changes);
      return written.map((change) => ({ ...change, journal: written[0]?.journal ?? "" }));
    },
  })),
  "looks first and writes later": files((good, { free }) => ({
    async write(path, data, { expect, create, ...options } = {}) {
      if (expect !== undefined) {
        const { bytes } = await free.read(path);
        const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
        if (Buffer.from(digest).toString("hex") !== expect)
          throw new ToolError("conflict", "changed");
      }
      if (create === "must" && (await free.stat(path)) !== null)
        throw new ToolError("conflict", "there");
      await turn();
      return good.write(path, data, options);
    },
  })),
  "writes in pieces": files((good, { bench }) => ({
    async write(path, data, options) {
      const text = String(data);
      bench.disk.putFile(`${bench.workspace}/${path}`, text.slice(0, text.length / 2));
      await turn();
      await turn();
      return good.write(path, data, options);
    },
  })),
};

export const BROKEN_SEARCH: Breakers = {
  "does not know globs": files((good) => ({
    search: ({ glob: _, ...query }) => good.search(query),
  })),
  "shows the oldest first": files((good) => ({
    async glob(query) {
      const found = await good.glob(query);
      return { ...found, paths: found.paths.toReversed() };
    },
  })),
  "asks about a tree as about a file": gated((gate) => ({
    ...gate,
    check(access) {
      const { tree: _, ...target } = access as FsTarget;
      return gate.check(isFile(access) ? target : access);
    },
  })),
  "asks about the root only": gated((gate) => {
    let asked = false;
    return {
      ...gate,
      check(access) {
        if (asked) return OPEN;
        asked = true;
        return gate.check(access);
      },
    };
  }),
  "says that something was left out": files((good, { free }) => ({
    async search(query) {
      const shown = await good.search(query);
      const all = await free.search(query);
      return { ...shown, truncated: shown.truncated || all.hits.length > shown.hits.length };
    },
  })),
  "has no limits": files((good) => ({
    search: ({ limit: _, ...query }) => good.search(query),
    glob: ({ limit: _, ...query }) => good.glob(query),
  })),
  "finds nothing for a broken pattern": files((good) => ({
    search: async (query) =>
      (await good.search(query).catch(swallow("invalid_input"))) ?? {
        ...(await good.search({ ...query, pattern: "$^" })),
      },
  })),
  "follows links in a search": files((good, parts) => ({
    async search(query) {
      const found = await good.search(query);
      const more = await parts.free.search({ ...query, path: parts.bench.outside });
      return { ...found, hits: [...found.hits, ...more.hits] };
    },
  })),
  "searches everything as text": files((good) => ({ search: (query) => plainSearch(good, query) })),
};

/** A search that knows nothing of binary files. */
async function plainSearch(good: FsDoor, query: SearchQuery) {
  const found = await good.search(query);
  const { paths } = await good.glob({ pattern: "**/*.bin" });
  const hits = paths.map((path) => ({ path, line: 1, text: "needle" }));
  return { ...found, hits: [...found.hits, ...hits] };
}
