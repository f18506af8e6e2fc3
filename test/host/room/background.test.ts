import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { allowAll, openProduct } from "../product/fixture.ts";
import { MAX_BYTES, MAX_FILES } from "./room-cases.ts";

describe.skipIf(!hasSandbox)("a process that runs on (needs bubblewrap)", () => {
  it("is ended when it takes more of the disk than its session may, and its output says why", async () => {
    const { call } = await openProduct({
      preset: "everyday",
      contained: true,
      rules: [allowAll],
      landing: { maxBytes: MAX_BYTES, maxFiles: MAX_FILES },
    });
    const started = await call("background", {
      action: "start",
      command: "echo begun; head -c 40000000 /dev/zero > /tmp/big; sleep 60",
    });
    const { id } = (started.type === "output" ? started.details : {}) as { readonly id: string };
    await expect
      .poll(async () => JSON.stringify(await call("background", { action: "list" })), {
        timeout: 40_000,
        interval: 200,
      })
      .toContain("was ended");
    const read = JSON.stringify(await call("background", { action: "read", id }));
    expect(read).toContain("begun");
    expect(read).toContain("most of it in /tmp; viewMegabytes sets that bound");
  }, 60_000);
});
