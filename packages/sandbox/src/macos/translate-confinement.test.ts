import type { Confinement } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import type { MountPlan } from "../plan/mounts/mount.ts";
import { openMacosSandbox, type SandboxRuntime } from "./macos-backend.ts";
import { translateConfinement } from "./translate-confinement.ts";

const mask = { except: [], action: "deny", folded: true } as const;
const files = { reach: [["/Users/u/ws/**"]], masks: [], opened: [] };
const confinement: Confinement = {
  read: { ...files, masks: [{ ...mask, pattern: "/**/.env" }] },
  write: {
    ...files,
    masks: [
      { ...mask, pattern: "/**/.vscode/**" },
      { ...mask, pattern: "/Users/u/ws/a\\*", except: [] },
      { ...mask, pattern: "/**/x", except: ["/Users/u/ws/x"] },
    ],
  },
  network: { access: "none", reach: [], masks: [], opened: [] },
  env: [],
  contained: true,
};
const plan: Pick<MountPlan, "mounts" | "held" | "missing"> = {
  mounts: [
    { kind: "write", path: "/Users/u/ws" },
    { kind: "close-file", path: "/Users/u/ws/.env" },
    { kind: "read", path: "/Users/u/ws/.git/config" },
  ],
  held: new Map([
    ["/Users/u/ws/.env", 0],
    ["/Users/u/ws/.git/config", 1],
  ]),
  missing: ["/Users/u/ws/.idea"],
};
const literal = (path: string) => ({ path, literal: true });

describe("translateConfinement", () => {
  it("opens the reach inside people's places and denies what is held back", () => {
    const { filesystem } = translateConfinement(confinement, plan);
    expect(filesystem.allowRead).toEqual([
      literal("/Users/u/ws"),
      literal("/Users/u/ws/.git/config"),
    ]);
    expect(filesystem.allowWrite).toEqual([literal("/Users/u/ws")]);
    expect(filesystem.denyRead).toContainEqual(literal("/Users"));
    expect(filesystem.denyRead.slice(-2)).toEqual([literal("/Users/u/ws/.env"), "/**/.env"]);
    expect(filesystem.denyWrite).toEqual([
      literal("/Users/u/ws/.env"),
      literal("/Users/u/ws/.git/config"),
      literal("/Users/u/ws/.idea"),
      "/**/.vscode/**",
    ]);
  });

  it("opens only hosts that no mask touches", () => {
    const network = {
      access: "relay",
      reach: [["*", "api.test", "*.cdn.test", "evil.test"]],
      masks: [{ pattern: "evil.test", except: [], action: "deny" }],
      opened: ["once.test:443"],
    } as const;
    expect(translateConfinement({ ...confinement, network }, plan).network.allowedDomains).toEqual([
      "api.test",
      "*.cdn.test",
      "once.test:443",
    ]);
    expect(translateConfinement(confinement, plan).network.allowedDomains).toEqual([]);
  });

  it("opens none when a mask holds every host", () => {
    const network = {
      access: "relay",
      reach: [["api.test"]],
      masks: [{ pattern: "**", except: [], action: "ask" }],
      opened: [],
    } as const;
    expect(translateConfinement({ ...confinement, network }, plan).network.allowedDomains).toEqual(
      [],
    );
  });
});

describe("openMacosSandbox", () => {
  const options = {
    places: { scratch: "/nowhere/scratch", home: "/Users/u" },
    readConfinement: () => ({ permits: () => true }),
    maxEntries: 1_000,
  };

  it("says what to install when the package does not start", async () => {
    const opened = await openMacosSandbox(options, () => Promise.reject(new Error("not found")));
    expect(opened).toMatchObject({
      ok: false,
      reason: expect.stringContaining("not found"),
      remedy: expect.stringContaining("npm install @anthropic-ai/sandbox-runtime"),
    });
  });

  it("hands the command over as one quoted line", async () => {
    const seen: string[] = [];
    const runtime: SandboxRuntime = {
      initialize: async () => undefined,
      isSupportedPlatform: () => true,
      wrapWithSandboxArgv: async (command, shell) => {
        seen.push(command);
        return { argv: [shell, "-c", `wrapped ${command}`] };
      },
      reset: async () => undefined,
    };
    const opened = await openMacosSandbox(options, async () => runtime);
    if (!opened.ok) throw new TypeError(opened.reason);
    const command = await opened.found.prepare({
      argv: ["bash", "-c", "echo 'x y'"],
      cwd: "/nowhere",
      env: { A: "1" },
      confinement,
      sessionId: "s",
    });
    expect(seen).toEqual(["'bash' '-c' 'echo '\\''x y'\\'''"]);
    expect(command).toMatchObject({
      argv: ["/bin/bash", "-c", `wrapped ${seen[0]}`],
      env: { A: "1" },
    });
  });
});
