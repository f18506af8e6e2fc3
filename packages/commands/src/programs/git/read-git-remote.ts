import { GIT_CONNECTING } from "../../knowledge/git.ts";
import type { CommandContext, Invocation } from "../../line/command-context.ts";
import { addHost, addUrl } from "../../resources/add-destination.ts";
import { addFile } from "../../resources/add-file.ts";
import { addWanted } from "../../resources/add-wanted.ts";
import {
  dynamicWord,
  type ExpandedWord,
  isLiteral,
  literalWord,
} from "../../words/expanded-word.ts";
import { readNested } from "../inner/read-program-text.ts";
import { derived } from "../options/option-effects.ts";
import type { GitCall } from "./git-call.ts";

/** URLs, `host:path`, remote helpers and paths; a plain word is a remote's name, and the repository's settings say its host. */
export function readGitRemote(context: CommandContext, call: Invocation, given: GitCall): void {
  const { name, scanned, unitIndex } = given;
  addWanted(context, configuredHosts(given), unitIndex);
  const provenance = derived("destination", unitIndex);
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  const verb =
    name === "remote" || name === "submodule" || name === "bundle" || name === "subtree" ? 1 : 0;
  for (const [index, word] of scanned.operands.slice(verb).entries()) {
    const helper = /^([a-z][a-z0-9+.-]*)::(.*)$/is.exec(word.text);
    if (helper) {
      if (helper[1] === "ext") readHelper(context, call, { ...word, text: helper[2] ?? "" });
      else addUrl(context, { ...word, text: helper[2] ?? "" }, { provenance, fallback: "https" });
    } else if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word.text))
      addUrl(context, word, { provenance, fallback: "https" });
    else if (index === 0 && word.dynamic && verb === 0)
      addUrl(context, word, { provenance, fallback: "https" });
    else if (
      /^(?:[^/:@]+@)?(?:[^/:]+|\[[^\]]*\]):(?!:)/.test(word.text) &&
      !/^[+]|^refs\/|^HEAD:/.test(word.text) &&
      index === 0
    )
      addHost(
        context,
        { ...word, text: word.text.slice(0, word.text.lastIndexOf(":", word.text.search(/:/))) },
        { provenance, scheme: "ssh" },
      );
    else if (name === "ls-remote" && index === 0 && /^[./~]/.test(word.text))
      // Of a repository it tells which names there are, and of what.
      addFile(context, word, { ...file, access: "read", look: "list" });
    else if (/^[./~]/.test(word.text) || (name === "clone" && index === 0))
      addFile(context, word, { ...file, access: name === "push" ? "write" : "read", tree: true });
    else if (name === "clone" && index === 1) addFile(context, word, { ...file, access: "write" });
  }
}

/** A word that says itself where it leads, or that nobody knows. */
const LEADS = /[/:]/;
/** Asks no other machine. */
const LOCAL = /^--get-url$/;

/** The addresses with a host that the settings name for what this command does; of a path on this machine none. */
function configuredHosts({ name, scanned, repository }: GitCall): readonly ExpandedWord[] {
  const { operands, options } = scanned;
  const verb = `${name} ${operands[0]?.text ?? ""}`;
  if (!GIT_CONNECTING.test(verb) || options.some((option) => LOCAL.test(option.name))) return [];
  const remotes = repository?.remotes?.();
  if (remotes === undefined) return [];
  const { byName, submodules } = remotes;
  const usual = byName.has("origin") ? ["origin"] : [...byName.keys()];
  const named = operands.filter(({ text }) => byName.has(text)).map(({ text }) => text);
  const isElsewhere = name !== "submodule" && operands[0] && isAddress(operands[0]);
  const isEvery = verb === "remote update" || options.some((option) => option.name === "--all");
  const meant = named.length > 0 ? named : isElsewhere ? [] : isEvery ? [...byName.keys()] : usual;
  const own = meant.flatMap((remote) => byName.get(remote) ?? []);
  const wanted =
    name === "submodule" ? submodules.flatMap((at) => (/^\.\.?\//.test(at) ? own : at)) : own;
  return [...new Set(wanted)].flatMap((address) => hostedUrl(address) ?? []).map(literalWord);
}

function isAddress(word: ExpandedWord): boolean {
  return word.dynamic || LEADS.test(word.text);
}

/** The scheme and the host alone, for an address may hold a password. `git@host:path` is ssh's short form. */
function hostedUrl(address: string): string | null {
  const url = /^(https?|ssh|git|ftps?):\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(address);
  if (url) return `${url[1]}://${url[2]}`;
  const host = /^(?:[^/:@]+@)?([^/:@]+):(?!:|\/\/)/.exec(address)?.[1];
  return host === undefined ? null : `ssh://${host}`;
}

/** `ext::sh -c touch% x`: words apart at blanks, with blanks and percent signs inside them escaped; no shell reads them. */
function readHelper(context: CommandContext, call: Invocation, word: ExpandedWord): void {
  const words = word.text.match(/(?:%[\s\S]|[^ ])+/g) ?? [];
  if (!isLiteral(word) || words.length === 0) {
    readNested(context, word, call.scope);
    return;
  }
  const decoded = words.map((text) => {
    const plain = text.replace(/%([ %])/g, "$1");
    // The service's name and its address are filled in.
    return /%[^ %]/.test(text) ? { ...dynamicWord(plain), template: true } : literalWord(plain);
  });
  context.readWords(decoded, { ...call.scope, inWords: true });
}
