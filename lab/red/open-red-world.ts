/** A project that requires its tests, and an agent that brings something into it, hears of it, and mends it. */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createToolplane } from "toolplane";
import { type ScriptedTurn, scriptedModel } from "toolplane/agent";
import type { Files } from "../../test/checks/check-world.ts";
import type { Flavour } from "../../test/checks/money-project.ts";
import { copyPackage } from "./copy-package.ts";
import type { RedCase } from "./red-cases.ts";
import { stepsBetween } from "./steps-between.ts";

interface PlayedCase {
  /** How the turn with the fault ended; `landed` is what must not be. */
  readonly spoiled: string;
  /** How the turn ended in which the same agent had mended it. */
  readonly repaired: string;
  /** What is in the project that should not be, or is not there; nothing where all is well. */
  readonly faults: readonly string[];
}

export interface RedWorld {
  play(one: RedCase): Promise<PlayedCase>;
  close(): Promise<void>;
}

/** Not below /tmp, which means another folder to commands. */
const BASE = "/var/tmp";

export async function openRedWorld(flavour: Flavour): Promise<RedWorld> {
  const folder = mkdtempSync(join(realpathSync(BASE), "red-"));
  const workspace = join(folder, "project");
  const before = flavour.files;
  if (flavour.name === "vitest") copyPackage("vitest", LINKED, workspace);
  put(workspace, before);
  mkdirSync(join(folder, "home"));
  const toolplane = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
    policy: [{ permission: "*", pattern: "**", action: "allow" }],
    require: [{ name: "tests", run: "npm test", within: "2m" }],
    onWarning: () => {},
  });
  return {
    async play({ spoil, repair, by }) {
      const spoiled = spoil(before);
      const mended = repair(before);
      const ends: string[] = [];
      const faults: string[] = [];
      let waiting: ScriptedTurn[] = [];
      const model = scriptedModel(({ messages }) => {
        if (messages.at(-1)?.role === "user") {
          const isFirst = messages.length === 1;
          if (!isFirst) faults.push(...differences(before, workspace));
          const sides = isFirst ? [before, spoiled] : [spoiled, mended];
          waiting = [...stepsBetween(sides[0] ?? {}, sides[1] ?? {}, by)];
        }
        return waiting.shift() ?? { text: "All of it is right." };
      });
      const agent = await toolplane.agent({ model });
      agent.on((event) => {
        if (event.type === "view-end") ends.push(event.end.state);
      });
      await agent.run("Work on the money.");
      if (ends.at(-1) !== "landed") await agent.run("Mend it.");
      await agent.close();
      for (const { id } of await toolplane.views.list()) await toolplane.views.discard(id);
      if (ends.at(-1) === "landed") faults.push(...differences(mended, workspace));
      for (const name of readdirSync(workspace))
        if (name !== "node_modules")
          rmSync(join(workspace, name), { recursive: true, force: true });
      put(workspace, before);
      return { spoiled: ends[0] ?? "empty", repaired: ends.at(-1) ?? "empty", faults };
    },
    async close() {
      await toolplane.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The program of the package that is copied in. */
const LINKED = "vitest/vitest.mjs";

const isLink = (text: string): boolean => text.startsWith("-> ");

function put(workspace: string, files: Files): void {
  for (const [path, text] of Object.entries(files))
    if (!isLink(text)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    }
}

/** What the project holds otherwise than it should. */
function differences(expected: Files, workspace: string): readonly string[] {
  const there = readdirSync(workspace, { recursive: true, withFileTypes: true }).flatMap(
    (entry) => {
      const path = join(entry.parentPath, entry.name).slice(workspace.length + 1);
      return entry.isDirectory() || path.startsWith("node_modules/") ? [] : [path];
    },
  );
  const paths = new Set([...Object.keys(expected), ...there]);
  return [...paths].filter((path) => !isAs(expected[path], join(workspace, path)));
}

function isAs(text: string | undefined, path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (text === undefined || stat === undefined) return text === undefined && stat === undefined;
  return isLink(text) ? !stat.isFile() : readFileSync(path, "utf8") === text;
}
