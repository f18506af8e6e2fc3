/** A model that does not answer: `run` outlives it, says what it does, and always comes to an outcome. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";

/** Answers so many requests with 500, and the rest with words. */
async function openModel(failures: number): Promise<string> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    if (asked <= failures) {
      response.writeHead(500, { "content-type": "application/json", "retry-after-ms": "20" });
      response.end(JSON.stringify({ error: { message: "the stub is tired" } }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const piece = (delta: object, finish: string | null): string =>
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "x", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    response.write(piece({ role: "assistant", content: "Here I am." }, null));
    response.end(`${piece({}, "stop")}data: [DONE]\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#x`;
}

async function run(model: string, ...words: readonly string[]) {
  const world = openCliWorld({ "README.md": "hello\n" });
  onTestFinished(() => world.remove());
  const child = world.spawn(["run", "hello", "--model", model, ...words]);
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "exit") as Promise<[number]>,
  ]);
  return { out, err, code };
}

describe("a run whose model does not answer", () => {
  it("tells each try that is coming, and goes on when the model answers", async () => {
    const { out, err, code } = await run(await openModel(2));
    expect(err).toContain("the stub is tired");
    expect(err).toContain("Try 2 of 5 in ");
    expect(err).toContain("Try 3 of 5 in ");
    expect(err).not.toContain("Try 4");
    expect(out).toContain("Here I am.");
    expect(code).toBe(0);
  });

  it("ends as failed with the provider's words, and its JSON ends with the outcome", async () => {
    const { out, code } = await run(await openModel(1_000), "--json");
    const last = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as object;
    expect(last).toMatchObject({
      type: "run-end",
      outcome: { status: "failed", message: expect.stringContaining("the stub is tired") },
    });
    expect(out.match(/"model-retry"/g)).toHaveLength(4);
    expect(code).not.toBe(0);
  });
});
