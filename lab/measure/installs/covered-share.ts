// Which commands of real sessions want a network, by their words, and which of these install what a lock file names.
import { readLines } from "../shell/read-lines.ts";

const INSTALLS =
  /^(?:npm (?:ci|i|install|add|update|exec)|npx|pnpm (?:i|install|add|update|dlx)|yarn (?:install|add|up|dlx)|yarn(?= -|$)|pip3? install|python3? -m pip install|uv (?:sync|add|pip install)|poetry (?:install|add|update)|cargo (?:fetch|install|add|update)|go (?:get|install|mod (?:download|tidy)))(?= |$)/;
const OTHERS =
  /^(?:curl|wget|gh|git (?:clone|fetch|pull|push)|docker pull|apt(?:-get)? (?:install|update))(?= |$)/;
/** Installs of what a project names, without a package of their own. */
const LOCKED =
  /^(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install)?|poetry install|uv sync|cargo fetch|go mod download)(?: -[^ ]+)*$|^(?:pip3?|python3? -m pip) install (?:-[^ ]+ )*-r \S+$/;

export function coveredShare(data: string): Readonly<Record<string, number>> {
  let network = 0;
  let installs = 0;
  let covered = 0;
  for (const { command } of readLines<{ readonly command: string }>(data, "commands.jsonl")) {
    const parts = command
      .split(/&&|\|\||[;|\n]/)
      .map((part) => part.trim().replace(/ \d?>.*$/, ""));
    const wanting = parts.filter((part) => INSTALLS.test(part) || OTHERS.test(part));
    if (wanting.length === 0) continue;
    network += 1;
    if (wanting.some((part) => INSTALLS.test(part))) installs += 1;
    if (wanting.every((part) => LOCKED.test(part))) covered += 1;
  }
  const share = network === 0 ? 0 : Math.round((covered / network) * 1_000) / 1_000;
  return { network_commands: network, installs, covered, covered_share: share };
}
