import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessResult } from "@toolplane/contract";
import type { ProcessSpec } from "@toolplane/contract/ports";
import { createRedactor } from "@toolplane/kernel/inside";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import {
  type ContextOptions,
  openWorld,
  type World,
  type WorldOptions,
  wordRedactor,
} from "./fixture.ts";

const KINDS = [
  { sandbox: "none" as const, name: "without a sandbox", runs: true },
  { sandbox: "bubblewrap" as const, name: "in bubblewrap (needs bubblewrap)", runs: hasSandbox },
];

for (const { sandbox, name, runs } of KINDS)
  describe.skipIf(!runs)(`a command ${name}`, () => {
    const worlds: World[] = [];
    afterEach(async () => {
      await Promise.all(worlds.splice(0).map((world) => world.close()));
    });
    function open(options: WorldOptions = {}): World {
      const world = openWorld({ sandbox, graceMs: 200, ...options });
      worlds.push(world);
      return world;
    }
    function run(
      world: World,
      shell: string,
      given: ContextOptions & { readonly spec?: Partial<ProcessSpec> } = {},
    ): Promise<ProcessResult> {
      const { spec, ...context } = given;
      return world.processes.run(
        { command: { shell }, cwd: world.workspace, env: {}, ...spec },
        world.context(context),
      );
    }
    /** Past its deadline, once it has said that it is ready: on a busy machine that may take longer than a short deadline. */
    async function runLate(world: World, shell: string): Promise<ProcessResult> {
      for (let timeoutMs = 300; ; timeoutMs *= 4) {
        const result = await run(world, shell, { spec: { timeoutMs } });
        if (result.output.includes("ready") || timeoutMs > 60_000) return result;
      }
    }
    const spoolsOf = (world: World): readonly string[] =>
      readdirSync(join(world.places.userData, "spool"), { recursive: true }).map(String);

    it("gives its exit code and both streams in order", async () => {
      const result = await run(open(), "echo one; echo two >&2; echo three; exit 3");
      expect(result).toMatchObject({
        exitCode: 3,
        signal: null,
        timedOut: false,
        cancelled: false,
        output: "one\ntwo\nthree\n",
        outputBytes: 14,
        report: { sandbox: sandbox === "none" ? "none" : "enforced", hosts: [] },
      });
      expect(result.outputPath).toBeUndefined();
    });

    it("runs an argv without a shell", async () => {
      const world = open();
      const command = { argv: ["printf", "%s", "$HOME; *"] };
      expect((await run(world, "", { spec: { command } })).output).toBe("$HOME; *");
    });

    it("reads what it is given, and nothing otherwise", async () => {
      const world = open();
      expect((await run(world, "cat", { spec: { stdin: "hello\n" } })).output).toBe("hello\n");
      expect((await run(world, "cat; echo end")).output).toBe("end\n");
      const large = "x".repeat(300_000);
      expect((await run(world, "wc -c", { spec: { stdin: large } })).output.trim()).toBe("300000");
    });

    it("has the listed variables, declared ones, and no others", async () => {
      const world = open({
        environment: {
          PATH: process.env.PATH,
          HOME: "/home/person",
          LANG: "C.UTF-8",
          LC_TIME: "C",
          AWS_SECRET_ACCESS_KEY: "leak",
          NO_PROXY: "*",
          GIT_DIR: "/elsewhere",
        },
      });
      const { output } = await run(world, "env", { spec: { env: { DECLARED: "yes" } } });
      const names = output
        .trim()
        .split("\n")
        .map((line) => line.slice(0, line.indexOf("=")))
        .filter((found) => !/^(?:GIT_.*|_|SHLVL|PWD|OLDPWD)$/.test(found));
      const checks = "NO_UPDATE_NOTIFIER npm_config_update_notifier PIP_DISABLE_PIP_VERSION_CHECK";
      const proxies = [
        ...checks.split(" "),
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "NODE_USE_ENV_PROXY",
        "YARN_HTTP_PROXY",
        "YARN_HTTPS_PROXY",
      ];
      expect(names.toSorted()).toEqual(
        [
          ...["PATH", "HOME", "LANG", "LC_TIME", "TERM", "TMPDIR", "DECLARED"],
          "TOOLPLANE_SESSION",
          ...(sandbox === "none" ? [] : [...proxies, "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]),
        ].toSorted(),
      );
      expect(output).not.toContain("leak");
      expect(output).not.toContain("GIT_DIR");
    });

    it("can use its temporary directory", async () => {
      const world = open();
      const { output, exitCode } = await run(
        world,
        'echo kept > "$TMPDIR/note"; cat "$TMPDIR/note"',
      );
      expect({ output, exitCode }).toEqual({ output: "kept\n", exitCode: 0 });
      expect(readFileSync(join(world.places.scratch, "session_0001", "note"), "utf8")).toBe(
        "kept\n",
      );
    });

    it("is asked to end at its deadline, and may tidy up", async () => {
      const script = "trap 'echo tidy; exit 7' TERM; echo ready; while :; do sleep 0.02; done";
      const result = await runLate(open({ graceMs: 60_000 }), script);
      expect(result).toMatchObject({ timedOut: true, cancelled: false, exitCode: 7 });
      expect(result.output).toContain("tidy");
    });

    it("is killed when it ignores that, or has stopped itself", async () => {
      const world = open();
      const script = "trap '' TERM; echo ready; while :; do sleep 0.02; done";
      const ignoring = await runLate(world, script);
      expect(ignoring).toMatchObject({ timedOut: true, exitCode: null, signal: "SIGKILL" });
      const stopped = await runLate(world, "trap '' TERM; echo ready; kill -STOP $$; echo on");
      expect(stopped.timedOut).toBe(true);
    });

    it("is cancelled with its call, which is not a timeout", async () => {
      const world = open();
      const controller = new AbortController();
      const seen: string[] = [];
      const onOutput = (text: string) => {
        seen.push(text);
        controller.abort();
      };
      const result = await run(world, "echo ready; sleep 100", {
        signal: controller.signal,
        onOutput,
        spec: { timeoutMs: 60_000 },
      });
      expect(result).toMatchObject({ timedOut: false, cancelled: true, output: "ready\n" });
      expect(seen.join("")).toBe("ready\n");
    });

    it("does not start when its call is over already", async () => {
      const world = open();
      const made = join(world.workspace, "made");
      await expect(
        run(world, `touch ${made}`, { signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: "cancelled" });
      expect(existsSync(made)).toBe(false);
    });

    it("is over when its own process is, whatever holds its output", async () => {
      const world = open();
      // Whoever waited for them would be stopped by the test's own bound.
      const result = await run(world, "sleep 3000 & (setsid sleep 3000 &) ; echo done");
      expect(result).toMatchObject({ output: "done\n", exitCode: 0, timedOut: false });
    });

    it("leaves nobody behind", async () => {
      const world = open();
      const beat = join(world.workspace, "beat");
      const loop = `while :; do echo x >> ${beat}; sleep 0.02; done`;
      // The escapee is running before its parent ends, so that killing it early is not what is seen.
      await run(
        world,
        `setsid bash -c '(${loop}) & disown' & until [ -s ${beat} ]; do sleep 0.02; done`,
      );
      const settled = async (): Promise<number> => {
        const before = statSync(beat).size;
        await run(world, "sleep 0.2");
        return statSync(beat).size - before;
      };
      await expect.poll(settled).toBe(0);
    });

    it("ends a fork bomb, by its number of processes or at its deadline", async () => {
      const world = open();
      // It stops at a thousand by itself: no limit of the system holds root without a sandbox.
      const bomb =
        "b() { sleep 0.05; (($1 < 9)) || exec sleep 600; b $(($1 + 1)) & b $(($1 + 1)) & wait; }; b 0";
      const result = await run(world, bomb, { spec: { timeoutMs: 700 } });
      const ended = result.output.includes(
        "[The command was ended: it started more than 200 processes.]",
      );
      expect(result.timedOut || ended).toBe(true);
      expect((await run(world, "echo alive")).output).toBe("alive\n");
    });

    it("may close its streams", async () => {
      expect(await run(open(), "exec >&- 2>&-; sleep 0.05; exit 4")).toMatchObject({
        exitCode: 4,
        output: "",
      });
    });

    it("has a terminal on request", async () => {
      const { output } = await run(open(), "test -t 1 && stty size", {
        spec: { pty: { columns: 91, rows: 17 } },
      });
      expect(output.trim()).toBe("17 91");
    });

    it("is not found, or nowhere to be run, in words", async () => {
      const world = open();
      const argv = ["no-such-program-here"];
      await expect(run(world, "", { spec: { command: { argv } } })).rejects.toMatchObject({
        code: "not_found",
        message: "No program named no-such-program-here was found on PATH",
      });
      await expect(run(world, "true", { spec: { cwd: "/no/such" } })).rejects.toMatchObject({
        code: "not_found",
        message: "The directory /no/such does not exist",
      });
      expect(spoolsOf(world).filter((path) => /\/\d+$/.test(path))).toEqual([]);
    });

    it("[R205] [R206] keeps what does not fit in a private file beside the head", async () => {
      const world = open();
      const result = await run(world, "seq 1 5000");
      const whole = Array.from({ length: 5000 }, (_, at) => `${at + 1}\n`).join("");
      expect(result.output).toBe(whole.slice(0, 10_000));
      expect(result.outputBytes).toBe(whole.length);
      const path = result.outputPath ?? "";
      expect(path.startsWith(join(world.places.scratch, "session_0001"))).toBe(true);
      expect(readFileSync(path, "utf8")).toBe(whole);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    it("masks secrets in head, pieces and kept file, across borders", async () => {
      const world = open();
      const redactor = wordRedactor("hunter2secret", "[masked]");
      const seen: string[] = [];
      const result = await run(world, "for i in $(seq 4000); do printf hunter2secret; done", {
        redactor,
        onOutput: (text) => seen.push(text),
      });
      expect(result.output).toBe("[masked]".repeat(1_250));
      expect(seen.join("")).toBe(result.output);
      const kept = readFileSync(result.outputPath ?? "", "utf8");
      expect(kept).toBe("[masked]".repeat(4_000));
      expect(statSync(result.outputPath ?? "").mode & 0o777).toBe(0o600);
    });

    it("keeps large output as it is, masked only where it must be", async () => {
      const world = open();
      const secret = "SECRET-CANARY-9b1f6c";
      const redactor = createRedactor({ secrets: { api: secret } });
      const broken = await run(world, "yes 'plain words' | head -c 3000000; printf '\\377\\303('", {
        redactor,
      });
      const raw = readFileSync(broken.outputPath ?? "");
      expect(raw.length).toBe(3_000_003);
      expect(raw.subarray(-3)).toEqual(Buffer.from([0xff, 0xc3, 0x28]));
      const first = secret.slice(0, 8);
      const second = secret.slice(8);
      const leak = `printf ${first}; sleep 0.2; printf ${second}`;
      const result = await run(
        world,
        `yes ab | head -c 2097144; ${leak}; yes 'x y' | head -c 900000`,
        {
          redactor,
        },
      );
      const kept = readFileSync(result.outputPath ?? "", "latin1");
      const whole = `${"ab\n".repeat(699_048)}[redacted:api]${"x y\n".repeat(225_000)}`;
      expect(kept === whole).toBe(true);
    });

    it("looks again at output that was cut short and written anew", async () => {
      const world = open();
      const redactor = createRedactor({ secrets: { api: "SECRET-CANARY-9b1f6c" } });
      const fill = (text: string) => `yes '${text}' | head -c 1500000`;
      const again = `{ echo SECRET-CANARY-9b1f6c; ${fill("other words")}; } > /dev/stdout`;
      const result = await run(world, `${fill("plain words")}; sleep 0.3; ${again}`, { redactor });
      const kept = readFileSync(result.outputPath ?? "", "latin1");
      expect(kept).not.toContain("CANARY");
      expect(kept).toContain("[redacted:api]");
    });

    it("never shows the first half of a secret at the cut", async () => {
      const world = open({ maxOutputBytes: 100 });
      const redactor = wordRedactor("hunter2secret", "[masked]");
      const { output } = await run(world, "printf '%095d' 0; printf hunter2secret; echo tail", {
        redactor,
      });
      expect(output).not.toContain("hunter");
    });

    it("keeps nothing raw once it is over", async () => {
      const world = open();
      await run(world, "seq 1 5000");
      await run(world, "echo short");
      const files = spoolsOf(world).filter((path) =>
        statSync(join(world.places.userData, "spool", path)).isFile(),
      );
      const texts = files.map((path) =>
        readFileSync(join(world.places.userData, "spool", path), "utf8"),
      );
      expect(texts.filter((text) => /short|4999/.test(text))).toEqual([]);
    });

    it("is ended when it prints without end", async () => {
      const result = await run(open({ maxSpoolBytes: 1_000_000 }), "yes");
      expect(result).toMatchObject({ exitCode: null, timedOut: false, cancelled: false });
      expect(result.output).toContain("it printed more than 1000000 bytes");
    });

    it("does not write its output where a planted link leads", async () => {
      const world = open();
      await run(world, "true");
      const outside = join(world.root, "person");
      await run(world, `rm -rf "$TMPDIR/session_0001"; ln -s ${outside} "$TMPDIR/session_0001"`);
      await run(world, "seq 1 5000").catch(() => {});
      expect(readdirSync(outside)).toEqual([]);
    });

    it("finds the files of the workspace and changes them", async () => {
      const world = open();
      writeFileSync(join(world.workspace, "in.txt"), "text");
      await run(world, "tr a-z A-Z < in.txt > out.txt");
      expect(readFileSync(join(world.workspace, "out.txt"), "utf8")).toBe("TEXT");
    });
  });
