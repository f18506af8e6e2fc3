/**
 * The MCP servers that an editor hands over. An editor may have them from a project, so none is started before the person agreed to
 * exactly this command or address; one that `toolplane add` was told to trust is agreed to already. They come beside the person's own.
 */
import type { AcpEditor, AcpServer } from "@toolplane/acp";
import { ConfigurationError } from "@toolplane/contract";
import type { Agreed, Source, SourceEntry } from "@toolplane/gateway/sources/list";
import {
  describeEntryFault,
  isTrusted,
  plainName,
  readSource,
  type SourceList,
  type SourcesOption,
  serverDigest,
  sourceList,
} from "@toolplane/gateway/sources/list";
import { foldLine } from "@toolplane/kernel";
import { accountName } from "@toolplane/library/rooms/ground";
import type { ToolplaneSources } from "@toolplane/library/rooms/library";
import {
  readContentTrust,
  type TrustedContent,
  writeContentTrust,
} from "@toolplane/library/rooms/settings";

export interface EditorServersGround {
  readonly userData: string;
  /** An agreement for good holds in this folder only: another folder may hand over a server of the same words for other ends. */
  readonly workspace: string;
}

export interface EditorServers {
  readonly list: SourcesOption;
  /** Asks about the servers that have no answer yet, and starts those that may start. Never rejects. */
  settle(turn: {
    readonly editor: Pick<AcpEditor, "consent">;
    readonly signal: AbortSignal;
    readonly sources: Pick<ToolplaneSources, "refresh" | "start">;
  }): Promise<void>;
}

/** Throws a ConfigurationError for a server that cannot be meant. */
export function createEditorServers(
  given: readonly AcpServer[],
  { userData, workspace }: EditorServersGround,
): EditorServers {
  if (given.length === 0) return { list: "kept", settle: async () => undefined };
  const kept = sourceList("kept", userData);
  let open = given.map(asSource);
  let agreed: readonly Source[] = [];
  const list: SourceList = {
    stamp: () => `${kept.stamp()} ${agreed.length}`,
    async read() {
      const own = await kept.read();
      const names = new Set(own.map(({ source }) => source.name));
      return [...own, ...agreed.map((source) => ({ source: named(source, names), agreed: FIRST }))];
    },
  };
  return {
    list,
    async settle({ editor, signal, sources }) {
      if (open.length === 0) return;
      const own = await kept.read().catch(() => []);
      const known = new Set(
        own.flatMap(({ source }) => (isTrusted(source) ? [serverDigest(source.server)] : [])),
      );
      const place = { kind: "servers", userData, workspace } as const;
      const trusted = new Set(Object.values(readContentTrust(place)?.digests ?? {}));
      const waiting: Source[] = [];
      const before = agreed.length;
      for (const source of open) {
        const digest = serverDigest(source.server);
        const isKnown = known.has(digest) || trusted.has(digest);
        const said = isKnown ? "once" : await editor.consent(consentFor(source, digest), signal);
        if (said === "always") trustForGood(place, source.name, digest);
        if (said === "none") waiting.push(source);
        else if (said !== "reject") agreed = [...agreed, { ...source, trusted: digest }];
      }
      open = waiting;
      if (agreed.length === before) return;
      await sources.refresh().catch(() => undefined);
      await sources.start().catch(() => undefined);
    },
  };
}

/** Servers of one folder that are trusted for good: an editor that hands over another command each day must not fill the file. */
const MOST_TRUSTED = 100;

/** Where it cannot be written, the person is asked again next time. */
function trustForGood(place: TrustedContent, name: string, digest: string): void {
  const { [`${name} ${digest.slice(0, 16)}`]: _, ...before } =
    readContentTrust(place)?.digests ?? {};
  // The newest stand last. Who was agreed to longest ago is asked about again.
  const kept = Object.entries(before).slice(1 - MOST_TRUSTED);
  const digests = {
    ...Object.fromEntries(kept),
    [`${name} ${digest.slice(0, 16)}`]: digest,
  };
  try {
    writeContentTrust(place, { atMs: Date.now(), by: accountName(), digests });
  } catch {
    // The server that was agreed to starts all the same.
  }
}

/** The person agreed to whatever the server has at its first start here. */
const FIRST: Agreed = { definitions: {}, about: "", pins: "first" };

function asSource(server: AcpServer): Source {
  const name = plainName(server.name);
  const entry: SourceEntry =
    server.kind === "program"
      ? { command: server.command, args: server.args, env: server.env }
      : { url: server.url, headers: server.headers };
  const fault = describeEntryFault(name, entry);
  if (fault !== null) throw new ConfigurationError(`mcpServers ${name}`, fault);
  return readSource(name, entry);
}

/** Rules name servers, so an editor's never takes the name of the person's own. */
function named(source: Source, taken: Set<string>): Source {
  let name = source.name;
  for (let at = 2; taken.has(name); at += 1) name = `${source.name.slice(0, 28)}-${at}`;
  taken.add(name);
  return { ...source, name };
}

function consentFor({ name, server }: Source, digest: string) {
  const lines =
    server.kind === "program"
      ? [
          `Command: ${foldLine([server.command, ...server.args].join(" "))}`,
          ...valueNames("Variables", server.env),
        ]
      : server.kind === "address"
        ? [`Address: ${foldLine(server.url)}`, ...valueNames("Headers", server.headers)]
        : [];
  return {
    id: `server_${digest.slice(0, 16)}`,
    title: `Start the MCP server ${name}?`,
    lines: [
      ...lines,
      "Your editor hands it over. Its tools are judged by your rules as any other.",
    ],
  };
}

/** Names the values and never shows them: they may be secrets. */
function valueNames(what: string, values: Readonly<Record<string, string>>): readonly string[] {
  const names = Object.keys(values);
  return names.length === 0 ? [] : [`${what}: ${names.map(foldLine).join(", ")}`];
}
