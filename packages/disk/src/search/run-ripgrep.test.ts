import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runRipgrep } from "./run-ripgrep.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolplane-rg-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const gate = {
  signal: new AbortController().signal,
  goOn: () => {},
  enter: () => {},
  admits: () => true,
  closes: () => null,
  closesOther: () => null,
  mayClose: () => true,
  request: async () => {},
  requestAll: async () => {},
};

async function run(script: string) {
  const program = join(folder, "program");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const said: string[] = [];
  const take = (chunk: Buffer) => said.push(chunk.toString()) > 0;
  const job = { program, args: ["a b", "$x"], start: "./", cwd: folder, gate, take };
  const { stopped } = await runRipgrep({ ...job, input: "ignore" });
  return { said: said.join(""), stopped };
}

describe.runIf(process.platform === "linux")("runRipgrep (needs Linux)", () => {
  it("gives the program a gibibyte of address space and no more", async () => {
    expect(await run("ulimit -v")).toEqual({ said: "1048576\n", stopped: false });
  });

  it("hands words on as they are", async () => {
    const { said } = await run('for each in "$@"; do echo "<$each>"; done');
    expect(said).toContain("<a b>\n<$x>\n");
  });

  it("says that it was stopped when the system ended it", async () => {
    expect(await run("kill -9 $$")).toEqual({ said: "", stopped: true });
  });
});
