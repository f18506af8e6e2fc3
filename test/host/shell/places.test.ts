import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { confinesProcesses } from "@toolplane/contract/ports";
import { createHost, type OpenHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

const kinds = hasSandbox ? (["none", "auto"] as const) : (["none"] as const);

describe.each(kinds)("a workspace below the temporary directory (sandbox: %s)", (sandbox) => {
  let host: OpenHost;
  let base = "";
  let scratch = "";
  beforeAll(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "shell-places-")));
    for (const name of ["ws/src", "data", "home", "other"])
      mkdirSync(join(base, name), { recursive: true });
    writeFileSync(join(base, "ws/src/a.ts"), "a\n");
    host = await createHost({
      workspace: join(base, "ws"),
      userData: join(base, "data"),
      sandbox,
      environment: { PATH: process.env.PATH, HOME: join(base, "home") },
      readConfinement: compileConfinement,
    });
    scratch = host.variables().scratch?.[0] ?? "";
  });
  afterAll(async () => {
    await host.close();
    rmSync(base, { recursive: true, force: true });
  });
  /** The files that a line names, and the directories of its units. */
  const read = (command: string, cwd?: string) => {
    const analysis = host.analyzer.shell(command, cwd);
    if (!analysis.ok) return analysis.message;
    const { units, resources, opaque } = analysis.value;
    return {
      opaque,
      files: resources.map((each) => ("path" in each ? each.path : each.capability)),
      cwds: units.map((unit) => unit.cwd),
    };
  };
  const isSandboxed = () => confinesProcesses(host.sandbox);

  it("means scratch by /tmp only where processes see it there", () => {
    const file = isSandboxed() ? `${scratch}/x` : "/tmp/x";
    expect(read("cat /tmp/x")).toEqual({ opaque: [], files: [file], cwds: [`${base}/ws`] });
    expect(read("cd /tmp && cat x")).toMatchObject({
      files: isSandboxed() ? [file] : ["/tmp", file],
    });
  });

  it("means scratch by TMPDIR, once", () => {
    expect(read('cat $TMPDIR/x "$TMPDIR"/y > "$TMPDIR/z"')).toMatchObject({
      opaque: [],
      files: [`${scratch}/z`, `${scratch}/x`, `${scratch}/y`],
    });
    expect(read('cd "$TMPDIR" && touch x')).toMatchObject({ opaque: [], files: [`${scratch}/x`] });
    expect(read(`cat ${scratch}/x`)).toMatchObject({ files: [`${scratch}/x`] });
  });

  it("keeps the workspace's own name", () => {
    expect(read(`cat ${base}/ws/src/a.ts src/a.ts ./src/../src/a.ts`)).toMatchObject({
      opaque: [],
      files: [`${base}/ws/src/a.ts`],
    });
    expect(read("cat a.ts ../x", "src")).toEqual({
      opaque: [],
      files: [`${base}/ws/src/a.ts`, `${base}/ws/x`],
      cwds: [`${base}/ws/src`],
    });
    expect(read("cat a.ts", `${base}/ws/src`)).toMatchObject({
      files: [`${base}/ws/src/a.ts`],
      cwds: [`${base}/ws/src`],
    });
    expect(read(`cd ${base}/ws/src && cat ../src/a.ts`)).toMatchObject({
      files: [`${base}/ws/src/a.ts`],
      cwds: [`${base}/ws`, `${base}/ws/src`],
    });
  });

  it("leaves the workspace for nothing beside it", () => {
    const beside = isSandboxed()
      ? `${scratch}/${base.slice("/tmp/".length)}/other/x`
      : `${base}/other/x`;
    if (base.startsWith("/tmp/"))
      expect(read(`cat ../other/x ${base}/other/x`)).toMatchObject({ files: [beside] });
  });
});
