/** Namespaces alone, without bubblewrap and without a filter on system calls; as root and as an ordinary user. */
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { hasPlainSandbox } from "../../sandbox-levels.ts";
import type { Ran } from "./fixture.ts";

const isRoot = process.getuid?.() === 0;
const AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
const script = new URL("./plain-run.ts", import.meta.url).pathname;
const hasPython = spawnSync("/usr/bin/python3", ["-c", ""]).status === 0;

const USERS = [
  { name: "this user", prefix: ["env"] },
  ...(isRoot ? [{ name: "an ordinary user", prefix: AS_NOBODY }] : []),
].map((user) => ({
  ...user,
  // A checkout below a private folder cannot be read by another user.
  canRead: spawnSync("env", [...user.prefix, "test", "-r", script]).status === 0,
}));

interface Answers {
  readonly status: unknown;
  readonly isOutsiderAlive: boolean;
  readonly attacked: Ran;
  readonly files: Ran;
  readonly preload: Ran;
  readonly odd: Ran;
  readonly unmounted: Ran;
}

for (const { name, prefix, canRead } of USERS)
  describe.skipIf(!hasPlainSandbox || !hasPython || !canRead)(
    `a command confined by util-linux, as ${name} (needs util-linux and python3)`,
    () => {
      let answers: Answers;
      beforeAll(() => {
        const argv = [...prefix, process.execPath, ...testProgram(script)];
        const ran = spawnSync("env", argv, {
          encoding: "utf8",
          env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: "/nonexistent" },
        });
        expect(ran.stderr).toBe("");
        answers = JSON.parse(ran.stdout) as Answers;
      });

      it("is told what holds it", () => {
        expect(answers.status).toMatchObject({
          kind: "util-linux",
          facts: { holdsFiles: true, holdsNetwork: true, filtersSystemCalls: false },
        });
      });

      it("gets no mount, no namespace and no process of others", () => {
        const lines = answers.attacked.output.trim().split("\n");
        const got = lines.filter((line) => line.endsWith(" 0"));
        expect(got).toEqual([]);
        expect(lines).toHaveLength(20);
        expect(answers.isOutsiderAlive).toBe(true);
      });

      it("reads no closed file, writes no setting of the kernel, and finds nothing of ours", () => {
        const { output } = answers.files;
        expect(output).not.toContain("CANARY-77");
        expect(output).not.toMatch(/root:|\.mounts/);
        expect(output).toContain("open");
        expect(output.match(/Permission denied|Read-only|No such file/g)?.length).toBe(7 + 6);
      });

      it("gets its own variables, and no stage before it does", () => {
        const { output } = answers.preload;
        expect(output.match(/evil\.so/g)).toHaveLength(1);
      });

      it("gets its words as they are", () => {
        expect(answers.odd.output).toBe("*.a  b.$HOME..");
      });

      it("does not run when one of its mounts cannot be made", () => {
        expect(answers.unmounted.code).not.toBe(0);
        expect(answers.unmounted.output).not.toContain("CANARY-RAN");
        expect(answers.unmounted.output).toContain("the command was not run");
      });
    },
  );
