import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const MODULE = join(import.meta.dirname, "create-idle-end.ts");

/** A program with its streams open. */
function start(body: string) {
  const program = `
    import { createIdleEnd } from ${JSON.stringify(MODULE)};
    process.stdout.on("error", () => {});
    process.stderr.on("error", () => {});
    const end = createIdleEnd();
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, ended };
}

async function outcome(body: string): Promise<{ code: number | null; said: string }> {
  const { child, ended } = start(body);
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  return { code: await ended, said };
}

it("ends with the exit code that was set, before Node would", async () => {
  expect(
    await outcome(`
      const { exit } = process;
      process.exit = () => {
        process.stdout.write(", at once");
        exit();
      };
      process.exitCode = 3;
      process.stdout.write("all of it");
      end();`),
  ).toEqual({ code: 3, said: "all of it, at once" });
});

it.each([
  ["a timer", `setTimeout(() => process.stdout.write("done"), 20); end();`],
  ["a program", `spawn("sh", ["-c", "printf done"], { stdio: "inherit" }); end();`],
  ["a file", `readFile("/etc/hostname", () => process.stdout.write("done")); end();`],
  [
    "a call that waits",
    `process.once("beforeExit", () => setImmediate(() => process.stdout.write("done"))); end();`,
  ],
])("waits for %s", async (_, body) => {
  const imports = `
    const { spawn } = await import("node:child_process");
    const { readFile } = await import("node:fs");`;
  expect(await outcome(imports + body)).toEqual({ code: 0, said: "done" });
});

it("loses nothing that a slow reader has not taken", async () => {
  const { child, ended } = start(`process.stdout.write("x".repeat(3_000_000)); end();`);
  // Nothing is read until the program has had its turns and more is in its way than a pipe holds.
  let length = 0;
  await new Promise((resolve) => child.stdout.once("readable", resolve));
  for await (const chunk of child.stdout) length += chunk.length;
  expect(await ended).toBe(0);
  expect(length).toBe(3_000_000);
});
