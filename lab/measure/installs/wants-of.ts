/** Tells by a command's words which of its parts want a network, and what each is asked about when no lock file covers it. */

const INSTALLS =
  /^(?:npm (?:ci|i|install|add|update|exec)|npx|pnpm (?:i|install|add|update|dlx)|yarn (?:install|add|up|dlx)|yarn(?= -|$)|pip3? install|python3? -m pip install|uv (?:sync|add|pip install)|poetry (?:install|add|update)|cargo (?:fetch|install|add|update)|go (?:get|install|mod (?:download|tidy)))(?= |$)/;
const OTHERS =
  /^(?:curl|wget|gh|git (?:clone|fetch|pull|push)|docker pull|apt(?:-get)? (?:install|update))(?= |$)/;
/** Installs of what a project names, without a package of their own. */
const LOCKED =
  /^(?:npm (?:ci|i|install)|pnpm (?:i|install)|yarn(?: install)?|poetry install|uv sync|cargo fetch|go mod download)(?: -[^ ]+)*$|^(?:pip3?|python3? -m pip) install (?:-[^ ]+ )*-r \S+$/;

interface WantingPart {
  readonly text: string;
  readonly installs: boolean;
  /** A lock file of the project can name all of it. */
  readonly lockable: boolean;
}

export function wantingParts(command: string): readonly WantingPart[] {
  return command
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/ \d?>.*$/, ""))
    .filter((part) => INSTALLS.test(part) || OTHERS.test(part))
    .map((text) => ({ text, installs: INSTALLS.test(text), lockable: LOCKED.test(text) }));
}

/** Each package that it names itself, or else its program: what one card is about. Nothing, where a lock file names it all. */
export function wantsOf(
  command: string,
  { hasLocks }: { readonly hasLocks: boolean },
): readonly string[] {
  return wantingParts(command).flatMap(({ text, installs, lockable }) => {
    if (lockable && hasLocks) return [];
    const verb = (installs ? INSTALLS : OTHERS).exec(text)?.[0] ?? "";
    const named = text
      .slice(verb.length)
      .split(/\s+/)
      .filter((word) => /^[\w@]/.test(word));
    if (!installs || named.length === 0) return [verb];
    return /^npx|dlx$|exec$/.test(verb) ? named.slice(0, 1) : named;
  });
}
