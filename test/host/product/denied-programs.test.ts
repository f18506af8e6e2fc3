import type { Rule } from "@toolplane/contract";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { allowAll, openProduct } from "./fixture.ts";

const deny = { permission: "shell.run", pattern: "perl *", action: "deny" } as const;

/** Ways to start it, none of which a parser sees: they stand in a script. */
const WAYS: readonly string[] = [
  "perl CODE",
  "/usr/bin/perl CODE",
  "/usr/bin/per? CODE",
  "for each in /usr/bin/perl5.*; do $each CODE; done",
  "cp /usr/bin/perl p1; ./p1 CODE",
  "cat /usr/bin/perl > p2; chmod +x p2; ./p2 CODE",
  "dd if=/usr/bin/perl of=p3; chmod +x p3; ./p3 CODE",
  "tar cf - -C /usr/bin perl | tar xf -; ./perl CODE",
  "ln /usr/bin/perl p4; ./p4 CODE",
  "ln -s /usr/bin/perl p5; ./p5 CODE",
  "for each in /lib64/ld-linux*; do $each /usr/bin/perl CODE; done",
  "env perl CODE",
  "env -S 'perl $" + "{WS}/say.pl'",
  "x=perl; $x CODE",
  "sh -c 'exec perl CODE'",
  "(exec -a sh perl CODE)",
  "command perl CODE",
  "nohup perl CODE",
  "timeout 9 perl CODE",
  "setsid -w perl CODE",
  "find . -maxdepth 0 -exec perl CODE \\;",
  "echo CODE | xargs perl",
  "awk 'BEGIN { system(\"perl CODE\") }'",
  "printf 'all:\\n\\t@perl '$WS'/say.pl\\n' > Makefile; make -s",
  "git -c alias.x='!perl CODE' x",
  "PATH=/usr/bin/. perl CODE",
  "cd /usr/bin; ./perl CODE",
  "/proc/self/root/usr/bin/perl CODE",
  "/usr/../usr/bin/perl CODE",
  "printf '#!/usr/bin/perl\\nprint qq(ran)' > s1; chmod +x s1; ./s1",
  "printf '#!/usr/bin/env perl\\nprint qq(ran)' > s2; chmod +x s2; ./s2",
  "unshare -Ur perl CODE",
  "unshare -Urm sh -c 'umount /usr/bin/perl; perl CODE'",
  "mount --bind /usr/bin/perl5* p6; ./p6 CODE",
];

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(
    `a program that a rule denies whatever it is given (needs ${needs})`,
    () => {
      it("is started by no script and under no other name, and the other programs are there", async () => {
        const script = WAYS.map((way) => `( ${way} ) < /dev/null 2>&1`).join("\n");
        const files = {
          "a.sh": script.replaceAll("CODE", "$WS/say.pl"),
          "say.pl": "print 'ran ';",
        };
        const command = "export WS=$PWD; bash a.sh; awk 'BEGIN { print \"awk was there\" }'";
        const run = async (rules: readonly Rule[]) => {
          const product = await openProduct({ tools: [bashTool], sandbox, rules, files });
          return JSON.stringify(await product.call("bash", { command }));
        };
        const denied = await run([allowAll, deny]);
        expect(denied).toContain("awk was there");
        expect(denied).not.toMatch(/\bran\b/);
        expect(denied).toMatch(/Permission denied/);
        expect((await run([allowAll])).match(/\bran\b/g)?.length).toBeGreaterThan(20);
      });

      it("is not started from the folder of its own programs either", async () => {
        const command =
          "for at in /usr/lib/git-core /usr/libexec/git-core; do $at/git --version; $at/git-status --version; done; echo over";
        const files = { "a.sh": command };
        const run = async (rules: readonly Rule[]) => {
          const product = await openProduct({ tools: [bashTool], sandbox, rules, files });
          return JSON.stringify(await product.call("bash", { command: "sh a.sh" }));
        };
        const git = { permission: "shell.run", pattern: "git *", action: "deny" } as const;
        const denied = await run([allowAll, git]);
        expect(denied).toContain("over");
        expect(denied).not.toContain("git version");
        expect(await run([allowAll])).toContain("git version");
      });
    },
  );
