import { describe, expect, it } from "vitest";
import type { SandboxBackend } from "../backend/sandbox-backend.ts";
import { tryBackends } from "./try-backends.ts";

const never = (): never => {
  throw new TypeError("not looked at");
};
const backend = (name: string, ...platforms: NodeJS.Platform[]) => ({
  name,
  platforms,
  inspect: never,
  open: never,
});
const backends = [backend("best", "linux"), backend("other", "darwin"), backend("next", "linux")];

const tryWith = (works: readonly string[], platform: NodeJS.Platform = "linux") =>
  tryBackends({
    platform,
    backends,
    attempt: async (tried: SandboxBackend & { readonly name?: string }) => {
      const name = tried.name ?? "";
      if (works.includes(name)) return { ok: true, found: name };
      return { ok: false, reason: `${name} is missing`, remedy: `install ${name}` };
    },
  });

describe("tryBackends", () => {
  it("takes the first of this system that works", async () => {
    expect(await tryWith(["best", "other", "next"])).toEqual({ ok: true, found: "best" });
    expect(await tryWith(["other", "next"])).toMatchObject({
      ok: true,
      found: "next",
      passedOver: { reason: "best is missing", remedy: "install best" },
    });
    expect(await tryWith(["best", "other"], "darwin")).toEqual({ ok: true, found: "other" });
  });

  it("says what keeps the best one from working when none does", async () => {
    const best = { ok: false, reason: "best is missing", remedy: "install best" };
    expect(await tryWith(["other"])).toEqual(best);
  });

  it("says what keeps one that is installed from working rather than what is not installed", async () => {
    const absent = {
      ok: false,
      reason: "not installed",
      remedy: "install it",
      absent: true,
    } as const;
    const broken = { ok: false, reason: "namespaces are forbidden" } as const;
    const tried = await tryBackends({
      platform: "linux",
      backends,
      attempt: async ({ name }) => (name === "best" ? absent : broken),
    });
    expect(tried).toEqual(broken);
  });

  it("takes only the one that was asked for", async () => {
    const found = { platform: "linux", backends, only: "next" } as const;
    const tried = await tryBackends({
      ...found,
      attempt: async ({ name }) => ({ ok: true, found: name }),
    });
    expect(tried).toEqual({ ok: true, found: "next" });
  });

  it("says so where there is none for the system", async () => {
    expect(await tryWith([], "aix")).toEqual({ ok: false, reason: "There is none for aix yet." });
  });
});
