/** Writes the first lines of a new chat: the place, the rules, and what one might type. Printed once; it scrolls away. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { PolicyLayer } from "@toolplane/contract";
import { findRepository, readSmallFile } from "@toolplane/disk/git";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { LEVEL_MEANINGS } from "../terminal/words/sandbox-words.ts";
import type { ChatGround } from "./chat-ground.ts";
import { keptConversations } from "./pick-lists.ts";

/** A window that is narrower shows the prompt and nothing else. */
const NARROWEST = 40;

/** Null where there is no room for it. */
export async function firstScreen(ground: ChatGround): Promise<string | null> {
  const { context, settings, agent, sandbox, face } = ground;
  if (context.terminal.columns() < NARROWEST) return null;
  const [last] = await keptConversations(ground);
  return [
    `Here      ${placeText(settings.workspace)}`,
    `Rules     ${rulesText(settings.policy, settings.project)}`,
    `Model     ${face.model}, mode ${agent.session.mode()}`,
    `Sandbox   ${sandbox}: ${LEVEL_MEANINGS[sandbox]}`,
    "",
    `Try       !${ownLine(settings.workspace)}  is your own command: the model sees it, /undo takes it back`,
    ...(last ? [`Or        /resume  goes on with ${last.meaning}`] : []),
    "Or        /help  lists what else can be typed",
  ].join("\n");
}

/** `ledger-api on main`. */
function placeText(workspace: string | null): string {
  if (workspace === null) return "no project: only what you name can be reached";
  const repository = findRepository(workspace);
  const head = repository ? readSmallFile(join(repository.gitDirectory, "HEAD")) : null;
  const branch = /^ref: refs\/heads\/(\S+)/.exec(head ?? "")?.[1];
  return branch === undefined ? basename(workspace) : `${basename(workspace)} on ${branch}`;
}

/** Counts the rules that were written; those that every session has are not anybody's choice. */
export function rulesText(layers: readonly PolicyLayer[], project: Settings["project"]): string {
  const count = (isProject: boolean): number =>
    layers
      .filter(({ scope }) => (scope === "project") === isProject)
      .reduce((sum, { rules }) => sum + rules.length, 0);
  const ours = [
    ...(count(true) > 0 ? [`${count(true)} of this project`] : []),
    ...(count(false) > 0 ? [`${count(false)} of yours`] : []),
  ].join(", ");
  if (project.state === "untrusted" || project.state === "changed") {
    const rules = ours === "" ? "" : `${ours}; `;
    return `${rules}this project's ${formatPlural(project.files.length, "file")} may only forbid and ask until you trust it: toolplane trust`;
  }
  return ours === ""
    ? "none of yours; the defaults hold. toolplane init writes a first file"
    : ours;
}

/** A project's own test, by the file that such projects have. */
const TESTS: Readonly<Record<string, string>> = {
  "package.json": "npm test",
  "Cargo.toml": "cargo test",
  "go.mod": "go test ./...",
  "pyproject.toml": "python -m pytest",
};

function ownLine(workspace: string | null): string {
  const file = Object.keys(TESTS).find((name) => existsSync(join(workspace ?? "", name)));
  return TESTS[file ?? ""] ?? "ls";
}
