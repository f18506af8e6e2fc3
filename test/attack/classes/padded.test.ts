/** Much harmless text in front of what a rule closes does not get it past a bound: beyond each bound the product asks. */
import type { Rule } from "@toolplane/contract";
import { expect, it } from "vitest";
import { unasked } from "./unasked.ts";

const ALLOWED: readonly Rule[] = [
  { permission: "bash", pattern: "*", action: "allow" },
  { permission: "fs.write", pattern: "**", action: "allow" },
];
const SENDING: readonly Rule[] = ["git push *", "npm publish *"].map((pattern) => ({
  permission: "shell.run",
  pattern,
  action: "deny",
}));
const SECRET: Rule = { permission: "fs.read", pattern: "**/.env", action: "deny" };
/** Above the bounds of most things, and above those of all. */
const COUNTS = [70, 1_200];

const many = (count: number, each: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => each(at)).join("");

const SENT: readonly ((count: number) => string)[] = [
  (count) => `npm ${many(count, () => "--silent ")}publish`,
  (count) => `git ${many(count, () => "-c a.b=c ")}push`,
  (count) => `git ${many(count, () => "--no-pager ")}push`,
  (count) => `concurrently ${many(count, (at) => `a${at} `)}'git push'`,
  (count) => `xterm ${many(count, () => "-x ")}-e git push`,
  (count) => `unknowntool ${many(count, (at) => `a${at} `)}-- git push`,
  (count) => `unknowntool ${many(count, (at) => `a${at} `)}--exec 'git push'`,
  (count) => `unknowntool ${many(count, (at) => `--run=a${at} `)}--run='git push'`,
  (count) => `parallel git ::: ${many(count, () => "status ")}push`,
  (count) => `echo ${many(count, () => "status ")}push | xargs -n1 git`,
  (count) => `ed x <<E\n${many(count, () => "!true\n")}!git push\nE\n`,
  (count) => `sqlite3 <<E\n${many(count, () => ".shell true\n")}.shell git push\nE\n`,
  (count) => `${many(count, () => "nice ")}git push`,
  (count) => `env ${many(count, (at) => `A${at}=1 `)}git push`,
  (count) => `echo ${many(count, () => "$(true) ")}$(git push)`,
  (count) => `find . ${many(count, () => "-exec true {} \\; ")}-exec git push \\;`,
  (count) => `make ${many(count, (at) => `a${at}=b `)}SHELL='git push'`,
  (count) => `${many(count, (at) => `f${at}() { true; }; `)}g() { git push; }; g`,
  (count) => `for i in ${many(count, () => "status ")}push; do git $i; done`,
  (count) => `${many(count, (at) => `cp a${at} b; `)}cp /usr/bin/git y; ./y push`,
  (count) => `${many(count, (at) => `tool${at}; `)}git push`,
];

const READ: readonly ((count: number) => string)[] = [
  (count) => `tool --files=${many(count, (at) => `a${at},`)}.env`,
  (count) => `tool ${many(count, (at) => `a${at}:`)}.env`,
  (count) => `ed -s x <<E\n${many(count, (at) => `r a${at}\n`)}r .env\nE\n`,
  (count) => `sqlite3 <<E\n${many(count, (at) => `.read a${at}\n`)}.read .env\nE\n`,
  (count) => `cat ${many(count, (at) => `a${at} `)}.env`,
  (count) => `echo ${many(count, (at) => `a${at} `)}.env | xargs cat`,
  (count) => `cat {${many(count, (at) => `a${at},`)}.env}`,
  (count) => `cd ${many(count, () => "src/../")} && cat .env`,
];

it("finds what a rule denies behind any number of harmless words", async () => {
  const sent = COUNTS.flatMap((count) => SENT.map((line) => line(count)));
  expect(await unasked({ rules: [...SENDING, ...ALLOWED], sandbox: "none" }, sent)).toEqual([]);
  const read = COUNTS.flatMap((count) => READ.map((line) => line(count)));
  expect(await unasked({ rules: [SECRET, ...ALLOWED], sandbox: "none" }, read)).toEqual([]);
});

it("asks nothing about a line that is only long", async () => {
  const long = [
    `npm ${many(20, () => "--silent ")}test`,
    `concurrently ${many(30, (at) => `a${at} `)}`,
    `tool --files=${many(40, (at) => `a${at},`)}b`,
    `sqlite3 <<E\n${many(100, () => "select 1;\n")}E\n`,
    `${many(100, (at) => `tool${at}; `)}git status`,
    `cat ${many(300, (at) => `a${at} `)}`,
  ];
  const rules = [...SENDING, SECRET, ...ALLOWED];
  expect(await unasked({ rules, sandbox: "none" }, long)).toEqual(long);
});
