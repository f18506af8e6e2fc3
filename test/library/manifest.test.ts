/** An agent's manifest: read whole when a toolplane or a kernel is made, and its roots are roots of everything. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentManifest, isConfigurationError } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const rule = (pattern: string) => ({ permission: "fs.read", pattern, action: "deny" });

/** Each with what its error names. */
const FAULTS: readonly (readonly [string, object, RegExp])[] = [
  ["a name that is not known", { id: "a", rootz: ["/x"] }, /^manifest: .*"rootz".*"roots"/],
  ["no id", { roots: ["/x"] }, /^manifest: needs an id/],
  ["rules that are no list", { id: "a", rules: {} }, /^manifest: option rules must be a list/],
  [
    "a variable in a rule that nobody defines",
    { id: "a", rules: [rule("src/**"), rule("{workspce}/**")] },
    /^manifest rules\[1\]: .*undefined variable \{workspce\}/,
  ],
  [
    "a variable in a requirement that nobody defines",
    { id: "a", requires: { fs: { read: ["{user_data}/**"] } } },
    /^manifest requires: .*undefined variable \{user_data\}/,
  ],
  [
    "a variable in a host pattern that nobody defines",
    { id: "a", requires: { net: { hosts: ["{api}:443"] } } },
    /^manifest requires: .*undefined variable \{api\}/,
  ],
  [
    "a requirement that there is not",
    { id: "a", requires: { files: ["**"] } },
    /^manifest: requires\.files is no requirement/,
  ],
  [
    "a pattern whose braces do not end",
    { id: "a", requires: { fs: { write: ["src/{a,b"] } } },
    /^manifest requires: .*unbalanced brace/,
  ],
  ["a root that is not absolute", { id: "a", roots: ["lib"] }, /^manifest: roots\[0\].*absolute/],
];

describe("a manifest", () => {
  it.each(FAULTS)(
    "with %s stops createToolplane and createKernel [R172]",
    async (_, given, text) => {
      const manifest = given as AgentManifest;
      const fault = await createToolplane({ host: createMemoryHost(), manifest }).then(
        () => null,
        (error: unknown) => error,
      );
      expect(isConfigurationError(fault)).toBe(true);
      expect((fault as Error).message).toMatch(text);
      expect(() => createKernel({ host: createMemoryHost(), manifest })).toThrow(text);
    },
  );

  it("may use every variable that the host or the program defines", async () => {
    const manifest: AgentManifest = {
      id: "a",
      requires: { fs: { read: ["{workspace}/**", "{ad-hoc}/**"] }, net: { hosts: ["{api}"] } },
    };
    const options = { host: createMemoryHost(), manifest, variables: { api: ["a.test"] } };
    await (await createToolplane(options)).close();
  });
});

/** Below `/tmp` a sandbox would show scratch in its place. */
async function openRoots(options: (base: string) => ToolplaneOptions) {
  const base = mkdtempSync("/var/tmp/toolplane-roots-");
  for (const folder of ["ws", "lib", "lib-not"]) {
    mkdirSync(join(base, folder));
    writeFileSync(join(base, folder, "a.txt"), `in ${folder}\n`);
  }
  const tp = await createToolplane({
    workspace: join(base, "ws"),
    userData: join(base, "data"),
    record: false,
    onWarning: () => {},
    session: { headless: true },
    ...options(base),
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(base, { recursive: true, force: true });
  });
  let made = 0;
  const call = async (name: string, args: object): Promise<unknown> => {
    made += 1;
    const result = await tp.call({ id: `${made}`, name, arguments: args as never });
    return result.type === "output" ? result.data : result.code;
  };
  const at = (path: string): string => join(base, path);
  return { tp, call, at, text: (path: string) => readFileSync(at(path), "utf8") };
}

describe("the roots of a manifest", () => {
  const manifest = (base: string): AgentManifest => ({
    id: "a",
    roots: [join(base, "lib")],
    requires: {
      fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] },
      shell: [{ cmd: "*" }],
    },
    rules: [{ permission: "fs.read", pattern: "{workspace}/secret.txt", action: "deny" }],
  });

  it("are part of {workspace}, for file tools and rules alike, and no neighbour is [R167]", async () => {
    const { call, at, text } = await openRoots((base) => ({ manifest: manifest(base) }));
    expect(await call("read", { path: at("lib/a.txt") })).toContain("in lib");
    expect(await call("write", { path: at("lib/b.txt"), content: "made" })).toMatchObject({});
    expect(text("lib/b.txt")).toBe("made");
    writeFileSync(at("lib/secret.txt"), "S\n");
    expect(await call("read", { path: at("lib/secret.txt") })).toBe("permission_denied");
    expect(await call("read", { path: at("lib-not/a.txt") })).toBe("capability_denied");
    expect(await call("read", { path: "a.txt" })).toContain("in ws");
  });

  it.skipIf(!hasSandbox)(
    "are open to commands in the sandbox (needs bubblewrap) [R167]",
    async () => {
      const { call, at, text } = await openRoots((base) => ({ manifest: manifest(base) }));
      const command = `cat ${at("lib/a.txt")} > ${at("lib/copy.txt")}`;
      expect(await call("bash", { command })).not.toBe("capability_denied");
      expect(text("lib/copy.txt")).toBe("in lib\n");
    },
  );

  it("may be named by a link, and hold what the link leads to", async () => {
    const { call, at } = await openRoots((base) => {
      symlinkSync(join(base, "lib"), join(base, "link"));
      return { manifest: { ...manifest(base), roots: [join(base, "link")] } };
    });
    expect(await call("read", { path: at("link/a.txt") })).toContain("in lib");
    expect(await call("read", { path: at("lib-not/a.txt") })).toBe("capability_denied");
  });

  it("that are not there stop createToolplane", async () => {
    const gone = { id: "a", roots: ["/var/tmp/toolplane-no-such-root"] };
    const opened = createToolplane({ record: false, workspace: null, manifest: gone });
    await expect(opened).rejects.toThrow(/roots\[0\] cannot be opened/);
  });
});
