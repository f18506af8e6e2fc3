import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { loadSession } from "toolplane/record";
import { expect, it, onTestFinished } from "vitest";

it("a question that is stopped counts as asked, and its call as stopped, not as refused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-stopped-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = createMemoryStore();
  const stop = new AbortController();
  const toolplane = await createToolplane({
    workspace: folder,
    userData: join(folder, "data"),
    record: { store, key: new Uint8Array(32).fill(7) },
    sandbox: "none",
    onWarning: () => {},
    policy: [
      { permission: "write", pattern: "*", action: "ask" },
      { permission: "read", pattern: "*", action: "deny" },
    ],
    broker: {
      // A person looks at it for a moment, and stops the call instead of answering.
      ask: (_question, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          setImmediate(() => stop.abort());
        }),
    },
  });
  const session = toolplane.session({ id: "ses_stopped" });
  await session.call({ id: "a", name: "read", arguments: { path: "a.txt" } });
  const result = await session.call(
    { id: "b", name: "write", arguments: { path: "b.txt", content: "" } },
    { signal: stop.signal },
  );
  expect(result).toMatchObject({ type: "error", code: "cancelled" });
  await toolplane.close();
  const manifest = await store.sessions.get("ses_stopped");
  if (!manifest) throw new Error("The session is not there.");
  const { summary } = await loadSession(store, manifest);
  expect(summary).toMatchObject({ calls: 2, asked: 1, refused: 1, stopped: 1, failed: 0 });
});
