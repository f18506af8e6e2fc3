/** Plans that are kept from command to command: what is walked again, and that no mask is missing for it. Real files, no mounts. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { compileConfinement } from "@toolplane/kernel";
import { createDirectoryCache, createViewPlans, rememberReadings } from "@toolplane/sandbox/inside";
import { afterEach, describe, expect, it } from "vitest";
import { confinementOf } from "./fixture.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const DENY: readonly Rule[] = [{ permission: "fs.read", pattern: "**/.env*", action: "deny" }];

/** A workspace with a hundred and fifty folders, one of them deep; listings count as settled at once. */
function openPlans(overrides: { readonly maxEntries?: number } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "plans-")));
  folders.push(base);
  const [workspace, scratch, masks] = ["ws", "scratch", "masks"].map((name) =>
    join(base, name),
  ) as [string, string, string];
  for (const folder of [join(workspace, "sub/deep"), scratch, masks])
    mkdirSync(folder, { recursive: true });
  for (let n = 0; n < 150; n += 1) mkdirSync(join(workspace, `part-${n}`));
  const whiteout = join(base, "whiteout");
  writeFileSync(whiteout, "");
  const places = { roots: [workspace], scratch, userData: join(base, "data") };
  const confinement = confinementOf(DENY, {}, places);
  const reading = rememberReadings(compileConfinement)(confinement, [scratch]);
  const listed: string[] = [];
  const cache = createDirectoryCache(() => Number.POSITIVE_INFINITY);
  const plans = createViewPlans({
    folder: () => masks,
    whiteout: () => whiteout,
    directories: {
      ...cache,
      list: (path) => {
        listed.push(path);
        return cache.list(path);
      },
    },
    planOptions: (input) => ({
      ...input,
      scratch,
      replaced: [],
      shut: [],
      maxMounts: 1_000,
      isMountPoint: () => false,
      maxEntries: overrides.maxEntries ?? 10_000,
    }),
  });
  return {
    workspace,
    scratch,
    plans,
    /** What the next command would not see, of these names. */
    async take(...names: readonly string[]) {
      listed.length = 0;
      const held = await plans.take(reading, [workspace]);
      held.release();
      const mask = held.masks.get(workspace)?.folder ?? "";
      return {
        hidden: names.filter((name) => existsSync(join(mask, name))),
        walked: [...new Set(listed.map((path) => (path.startsWith(workspace) ? "ws" : "scratch")))],
        plan: held.plan,
      };
    },
  };
}

describe("plans of views", () => {
  it("are taken as they are while nothing changed, and what is made in scratch has only scratch walked again", async () => {
    const { scratch, workspace, take } = openPlans();
    writeFileSync(join(workspace, ".env"), "");
    const first = await take(".env");
    expect(first.hidden).toEqual([".env"]);
    const again = await take(".env");
    expect([again.walked, again.hidden, again.plan]).toEqual([[], [".env"], first.plan]);
    mkdirSync(join(scratch, "home-1"));
    const other = await take(".env");
    expect([other.walked, other.hidden]).toEqual([["scratch"], [".env"]]);
    expect((await take()).walked).toEqual([]);
  });

  it("hide what was made since, wherever it lies and whatever else changed with it", async () => {
    const { scratch, workspace, take } = openPlans();
    await take();
    await take();
    const later = (name: string) => {
      writeFileSync(join(workspace, name), "");
      // Folders that were watched and looked at in turn.
      writeFileSync(join(scratch, name.replaceAll("/", "-")), "");
      return take(".env", ".env.one", "sub/deep/.env.two", "part-77/.env.three");
    };
    expect((await later(".env.one")).hidden).toEqual([".env.one"]);
    expect((await later("sub/deep/.env.two")).hidden).toEqual([".env.one", "sub/deep/.env.two"]);
    const third = await later("part-77/.env.three");
    expect(third.hidden).toEqual([".env.one", "sub/deep/.env.two", "part-77/.env.three"]);
    rmSync(join(workspace, ".env.one"));
    expect((await take(".env.one", "sub/deep/.env.two")).hidden).toEqual(["sub/deep/.env.two"]);
  });

  it("hide in the workspace what a name in scratch leads to or is another link of", async () => {
    const { scratch, workspace, take } = openPlans();
    for (const name of ["target", "linked"]) writeFileSync(join(workspace, name), "");
    expect((await take("target", "linked")).hidden).toEqual([]);
    symlinkSync(join(workspace, "target"), join(scratch, ".env"));
    const pointed = await take("target", "linked");
    expect([pointed.hidden, pointed.walked.includes("scratch")]).toEqual([["target"], true]);
    linkSync(join(workspace, "linked"), join(scratch, ".env.hard"));
    expect((await take("target", "linked")).hidden).toEqual(["target", "linked"]);
    rmSync(join(scratch, ".env"));
    expect((await take("target", "linked")).hidden).toEqual(["linked"]);
  });

  it("follow a root that another folder took the place of, and a time that was set back", async () => {
    const { workspace, take } = openPlans();
    await take();
    await take();
    renameSync(workspace, `${workspace}-old`);
    mkdirSync(join(workspace, "new"), { recursive: true });
    writeFileSync(join(workspace, "new/.env.late"), "");
    expect((await take("new/.env.late")).hidden).toEqual(["new/.env.late"]);
    writeFileSync(join(workspace, "new/.env.later"), "");
    utimesSync(join(workspace, "new"), 0, 0);
    expect((await take("new/.env.later")).hidden).toEqual(["new/.env.later"]);
  });

  it("hold for commands that begin at the same moment, whoever looked first", async () => {
    const { scratch, workspace, take } = openPlans();
    await take();
    await take();
    const one = take(".env.a");
    writeFileSync(join(workspace, ".env.a"), "");
    writeFileSync(join(scratch, "x"), "");
    const other = take(".env.a");
    await one;
    expect((await other).hidden).toEqual([".env.a"]);
    expect((await take(".env.a")).hidden).toEqual([".env.a"]);
  });

  it("are refused past the bound, the second time too, and however the parts share it", async () => {
    const { scratch, take } = openPlans({ maxEntries: 155 });
    await take();
    for (let n = 0; n < 10; n += 1) writeFileSync(join(scratch, `f${n}`), "");
    await expect(take()).rejects.toMatchObject({ code: "too_large" });
    await expect(take()).rejects.toMatchObject({ code: "too_large" });
    for (let n = 0; n < 10; n += 1) rmSync(join(scratch, `f${n}`));
    expect((await take()).walked).toEqual(["scratch"]);
  });
});
