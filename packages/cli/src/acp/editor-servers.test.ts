import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readContentTrust, writeContentTrust } from "@toolplane/library/inside";
import { expect, it, onTestFinished } from "vitest";
import { createEditorServers } from "./editor-servers.ts";

it("keeps a bounded number of servers for good: the one agreed to longest ago is asked about again", async () => {
  const userData = mkdtempSync(join(tmpdir(), "tp-editor-servers-"));
  onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
  const place = { kind: "servers", userData, workspace: "/w" } as const;
  const digests = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`old${at}`, String(at).padStart(64, "0")]),
  );
  writeContentTrust(place, { atMs: 0, by: "mira", digests });
  const server = { kind: "program", name: "new", command: "/bin/true", args: [], env: {} } as const;
  const servers = createEditorServers([server], { userData, workspace: "/w" });
  let asked = 0;
  await servers.settle({
    editor: {
      async consent() {
        asked += 1;
        return "always";
      },
    },
    signal: new AbortController().signal,
    sources: { refresh: async () => undefined, start: async () => undefined } as never,
  });
  const names = Object.keys(readContentTrust(place)?.digests ?? {});
  expect([asked, names.length, names[0]]).toEqual([1, 100, "old1"]);
  expect(names.at(-1)).toMatch(/^new [0-9a-f]{16}$/);
});
