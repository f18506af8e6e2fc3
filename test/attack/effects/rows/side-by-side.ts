/** Classes 2, 7 and 8: processes that run on beside a person, and two toolplanes that know nothing of each other. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { landingOf, type Rule } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import type { EffectRow } from "../effect-row.ts";
import type { EffectWorld } from "../open-effect-world.ts";
import { callBeside, startBeside, stopBeside } from "./beside.ts";

const RULES: readonly Rule[] = [
  { permission: "background", pattern: "**", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.write", pattern: "**/locked/**", action: "deny" },
];

const PLACES = [".env", "src/.env", "src/deep/.env", "docs/.env", "made/.env", "node_modules/.env"];

const LOOK = `while :; do cat ${PLACES.join(" ")} hard 2>/dev/null; cat go 2>/dev/null; sleep 0.02; done`;
const WRITE =
  "mkdir -p dist/locked dist/new; echo x > dist/locked/x; echo x > dist/.envrc; echo x > src/a.ts; echo x > dist/new/done; sleep 60";

/** Both write all of these; whoever lands does it whole. */
const MANY = "for i in $(seq 200); do echo $1 > many/$i; done";

export const SIDE_BY_SIDE: readonly EffectRow[] = [
  {
    class: 2,
    name: "hidden names made while a process runs on",
    rules: RULES,
    files: { "look.sh": LOOK, "node_modules/m.js": "m" },
    calls: [],
    async faults(world) {
      const id = await startBeside(world, RULES, { command: "sh look.sh" });
      if (id === null) return ["did not run"];
      for (const [index, place] of PLACES.entries()) world.write(place, `LATE-CANARY-${index}`);
      world.person("ln docs/.env hard; mv src src2; mkdir src; cp docs/.env src/.env");
      world.write("go", "WENT-ON");
      const said = await readUntil(world, id, "WENT-ON");
      return said.includes("CANARY") ? [`seen: ${said.slice(0, 200)}`] : [];
    },
  },
  {
    class: 7,
    name: "writes that rules close while a process runs on",
    rules: RULES,
    files: { "write.sh": WRITE, "dist/old": "old" },
    calls: [],
    async faults(world) {
      const id = await startBeside(world, RULES, { command: "sh write.sh", writes: ["dist"] });
      if (id === null) return ["did not run"];
      const untilMs = Date.now() + 20_000;
      while (world.read("dist/new/done") === null && Date.now() < untilMs) await turn();
      await stopBeside(world, RULES, id);
      return [
        ...(world.read("dist/new/done") === null ? ["what it may write did not come over"] : []),
        ...(world.read("dist/locked/x") === null ? [] : ["a denied write came over"]),
        ...(world.read("dist/.envrc") === null ? [] : ["what runs by itself came over"]),
        ...(world.read("src/a.ts") === "x\n" ? ["it wrote beside its outputs"] : []),
      ];
    },
  },
  {
    class: 8,
    name: "two toolplanes that keep their data apart, at once",
    files: { "many.sh": MANY, "many/1": "old\n" },
    calls: [],
    async faults(world) {
      const other = await createToolplane({
        workspace: world.workspace,
        userData: join(world.base, "other-data"),
        contained: true,
        preset: "everyday",
        onWarning: () => {},
        environment: { PATH: process.env.PATH, HOME: world.home },
      });
      try {
        const run = (session: ReturnType<typeof other.session>, word: string) =>
          session.call({
            id: `many-${word}`,
            name: "bash",
            arguments: { command: `sh many.sh ${word}` },
          });
        const results = await Promise.all([
          run(world.session([]), "one"),
          run(other.session({ rules: [] }), "two"),
        ]);
        const states = results.map((result) => landingOf(result)?.state);
        const texts = new Set(
          readdirSync(world.at("many")).map((name) => world.read(`many/${name}`)),
        );
        return [
          ...(texts.size === 1 ? [] : [`two sets were mixed: ${[...texts]}`]),
          ...(states.includes("landed") ? [] : [`nothing landed: ${states}`]),
        ];
      } finally {
        await other.close();
      }
    },
  },
];

/** What it printed, until a word of ours is in it. */
async function readUntil(world: EffectWorld, id: string, word: string): Promise<string> {
  const untilMs = Date.now() + 20_000;
  let said = "";
  while (!said.includes(word) && Date.now() < untilMs)
    said = JSON.stringify(await callBeside(world, RULES, { action: "read", id }));
  await stopBeside(world, RULES, id);
  return said.includes(word) ? said : `CANARY? it never saw ${word}`;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
