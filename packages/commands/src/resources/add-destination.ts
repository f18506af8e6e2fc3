/**
 * A word that names a host, as a resource. Programs parse addresses each in their own way, so what is not plainly a host,
 * or a URL that every parser reads alike, is opaque.
 */
import type { NetTarget, Provenance } from "@toolplane/contract";
import type { CommandContext } from "../line/command-context.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";

/** Ports that a scheme implies; of any other the port is none that a rule could be about. */
const PORTS: Readonly<Record<string, number>> = {
  http: 80,
  https: 443,
  ws: 80,
  wss: 443,
  ftp: 21,
  ftps: 990,
  git: 9418,
  ssh: 22,
  sftp: 22,
  scp: 22,
  rsync: 873,
};

/** Adds the host of a URL; a bare host is read as `fallback` says. */
export function addUrl(
  context: CommandContext,
  word: ExpandedWord,
  use: { readonly provenance: Provenance; readonly fallback: string },
): void {
  if (word.pipe || word.text === "") return;
  if (word.dynamic || (word.pattern !== undefined && !word.text.includes("?"))) {
    unsure(context, word);
    return;
  }
  const text = word.text.trim();
  if (/[\\\s\p{Cc}]/u.test(text)) {
    unsure(context, word);
    return;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):(?=\/\/)/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === "file" || /^file:/i.test(text)) {
    addFileUrl(context, text, use.provenance);
    return;
  }
  const full = scheme === undefined ? `${use.fallback}://${text}` : text;
  const used = scheme ?? use.fallback;
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(full)?.[1] ?? "";
  if (authority.split("@").length > 2 || hasRange(authority)) {
    unsure(context, word);
    return;
  }
  const host = authority.slice(authority.indexOf("@") + 1);
  addAuthority(context, host, { scheme: used, word, provenance: use.provenance });
}

/** Adds `host`, `host:port` or `[v6]:port`. */
export function addHost(
  context: CommandContext,
  word: ExpandedWord,
  use: { readonly provenance: Provenance; readonly scheme: string; readonly port?: number },
): void {
  if (word.text === "") return;
  if (word.dynamic || word.pattern !== undefined) {
    unsure(context, word);
    return;
  }
  const host = word.text.slice(word.text.lastIndexOf("@") + 1);
  const bare =
    /^[0-9a-f]*:[0-9a-f:.]*$/i.test(host) && host.split(":").length > 2 ? `[${host}]` : host;
  addAuthority(context, use.port === undefined ? bare : `${bare}:${use.port}`, { ...use, word });
}

function addAuthority(
  context: CommandContext,
  authority: string,
  use: { readonly scheme: string; readonly word: ExpandedWord; readonly provenance: Provenance },
): void {
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  const host =
    port === undefined ? authority.replace(/:$/, "") : authority.slice(0, -(port.length + 1));
  // The world's own reading of hosts: lower case, IDNA, odd spellings of addresses.
  const read = context.world.url(`http://${host}/`);
  if (!read.ok) {
    unsure(context, use.word);
    return;
  }
  const number = port === undefined ? (PORTS[use.scheme] ?? 0) : Number(port);
  const target: NetTarget = {
    capability: "net.fetch",
    scheme: schemeOf(use.scheme, number),
    host: read.value.host,
    port: number,
  };
  // The same host of the same command again says nothing new.
  const { unitIndex, via, origin } = use.provenance;
  const key = `host ${target.scheme} ${target.host} ${number} ${unitIndex} ${via} ${origin}`;
  if (context.reading.isNew(key)) context.reading.addResource({ ...target, ...use.provenance });
}

/** A host listed without a port means the scheme's own: a bare connection to port 443 is as good as https. */
function schemeOf(scheme: string, port: number): string {
  if (scheme !== "tcp") return scheme;
  const known = ["http", "https", "ssh", "ftp", "git"].find((name) => PORTS[name] === port);
  return known ?? scheme;
}

/** Never inside any list of hosts, and a file that is read. */
function addFileUrl(context: CommandContext, text: string, provenance: Provenance): void {
  context.reading.addResource({
    capability: "net.fetch",
    scheme: "file",
    host: "",
    port: 0,
    ...provenance,
  });
  const path = /^file:\/\/[^/]*(\/[^?#]*)/i.exec(text)?.[1];
  const read = path === undefined ? null : context.world.path(path, "read");
  if (read?.ok)
    context.reading.addResource({
      capability: "fs.read",
      path: read.value.lexical,
      real: read.value.real,
      ...provenance,
    });
}

function unsure(context: CommandContext, word: ExpandedWord): void {
  context.reading.addUnknown(word.text, "it names a host that is only known when it runs");
}

/** Signs that some programs read as several hosts; an address in brackets is one. */
function hasRange(authority: string): boolean {
  return /[{}[\]]/.test(authority.replace(/^(?:[^@]*@)?\[[0-9a-f:.]+\]/i, ""));
}
