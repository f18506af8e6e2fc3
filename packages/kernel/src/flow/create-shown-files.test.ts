import type { Analyzer } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { createLabeller } from "./create-labeller.ts";
import { createShownFiles } from "./create-shown-files.ts";

const variables = { workspace: ["/ws"], "ad-hoc": [], "user-data": [], scratch: [] };
const rule = { label: "private", permission: "fs.read", pattern: "**/.env" };
const base = compilePolicy({ layers: [{ scope: "default", rules: [rule] }], variables });
const ground = { analyzer: {}, brought: null };
const labeller = createLabeller({ base, restrictions: [] }, ground);

function open(files: readonly string[], complete = true) {
  const looked = { times: 0, compiled: 0, nowMs: 0 };
  const named: NonNullable<Analyzer["named"]> = async (_root, mayBeMeant) => {
    looked.times += 1;
    return { paths: files.filter(mayBeMeant), complete };
  };
  const shown = createShownFiles({
    analyzer: { named, path: () => ({ ok: false, message: "" }) },
    brought: null,
    variables,
    nowMs: () => looked.nowMs,
    compile: ({ read }) => {
      looked.compiled += 1;
      return { permits: ({ path }) => !read.masks.some(({ pattern }) => pattern === path) };
    },
  });
  return { looked, shown };
}

describe("files that a process is shown", () => {
  it("files carry labels where they are shown, below a tree or anywhere", async () => {
    const { shown } = open(["/ws/.env", "/ws/a/.env", "/ws/readme"]);
    const sources = async (...more: [((file: { path: string }) => boolean)?, string?]) =>
      (await shown.labels(labeller, more[0] ?? (() => true), more[1])).map(({ source }) => source);
    expect(await sources()).toEqual(["/ws/.env", "/ws/a/.env"]);
    expect(await sources(({ path }) => path !== "/ws/.env")).toEqual(["/ws/a/.env"]);
    expect(await sources(undefined, "/ws/a")).toEqual(["/ws/a/.env"]);
  });

  it("files count as labelled where not all of them were looked at", async () => {
    expect(await open(["/ws/readme"], false).shown.labels(labeller, () => true)).toEqual([
      { label: "private", source: "files that were not all looked at" },
    ]);
  });

  it("files in a history count as labelled, also where it was not all read", async () => {
    const shownOf = (complete: boolean) =>
      createShownFiles({
        analyzer: {
          named: async () => ({ paths: [], complete: true }),
          path: () => ({ ok: false, message: "" }),
          stored: async () => ({
            files: complete ? [{ path: "/ws/gone/.env", root: "/ws" }] : [],
            complete,
          }),
        },
        brought: null,
        variables,
        nowMs: () => 0,
        compile: () => ({ permits: () => true }),
      });
    const labels = async (complete: boolean, tree?: string) =>
      (await shownOf(complete).labels(labeller, () => true, tree)).map(({ source }) => source);
    expect(await labels(true)).toEqual(["/ws/gone/.env"]);
    expect(await labels(true, "/ws/gone")).toEqual([]);
    expect(await labels(true, "/ws")).toEqual(["/ws/gone/.env"]);
    expect(await labels(false)).toEqual(["a history that was not all looked at"]);
  });

  it("looks for labelled files again after a while, and under other rules", async () => {
    const { looked, shown } = open(["/ws/.env"]);
    const look = (by = labeller) => shown.labels(by, () => true);
    await look();
    await look();
    expect(looked.times).toBe(1);
    looked.nowMs = 6_000;
    await look();
    await look(createLabeller({ base, restrictions: [] }, ground));
    expect(looked.times).toBe(3);
  });

  it("looks for labelled files again at once where the session may have made some", async () => {
    const { looked, shown } = open(["/ws/.env"]);
    await shown.labels(labeller, () => true);
    shown.forget();
    await shown.labels(labeller, () => true);
    expect(looked.times).toBe(2);
  });

  it("decides by a confinement that is prepared once, until another comes", () => {
    const { looked, shown } = open([]);
    const files = { reach: [["/ws/**"]], masks: [], opened: [] };
    const whole = {
      read: files,
      write: files,
      env: [],
      contained: true,
      network: { access: "none", reach: [], masks: [], opened: [] },
    } as const;
    const masks = [{ pattern: "/ws/.env", action: "deny", except: [], folded: false }] as const;
    const shut = { ...whole, read: { ...files, masks } };
    const file = { capability: "fs.read", path: "/ws/.env", real: "/ws/.env" } as const;
    const answers = [whole, { ...whole }, shut, { ...shut }, whole].map((one) =>
      shown.finds(one)(file),
    );
    expect(answers).toEqual([true, true, false, false, true]);
    expect(looked.compiled).toBe(3);
  });
});
