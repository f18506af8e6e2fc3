/**
 * Looks a package up for a person who is asked about it: its page at the registry that it would come from, fetched on our side.
 * Nothing is asked before the person wants it, and the command gets nothing of the answer.
 */
import { type ShownFact, ToolError } from "@toolplane/contract";
import { type Clock, type LookUp, withinDeadline } from "@toolplane/contract/ports";
import type { RelayedRequest, RelayService } from "@toolplane/disk/net";
import { cargoFacts } from "../facts/cargo-facts.ts";
import type { FactPage, FactReader } from "../facts/fact-reader.ts";
import { goFacts } from "../facts/go-facts.ts";
import { npmFacts } from "../facts/npm-facts.ts";
import { factRows } from "../facts/package-facts.ts";
import { pypiFacts } from "../facts/pypi-facts.ts";
import type { Registry } from "../registries/registry.ts";
import { readWhole } from "../sums/read-whole.ts";
import { requestHeaders } from "./front-headers.ts";
import type { AskedThere } from "./read-asked.ts";
import { targetAt } from "./target-at.ts";

export type Onward = Parameters<RelayService["handle"]>[1];

export interface LookUpGround {
  readonly request: RelayedRequest;
  readonly onward: Onward;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
const MAX_PAGE_BYTES = 32 * 1_024 * 1_024;

/** The database of sums knows nothing about a module but its sum. */
const READERS: Readonly<Partial<Record<Registry["manager"], FactReader>>> = {
  npm: npmFacts,
  pypi: pypiFacts,
  cargo: cargoFacts,
  go: goFacts,
};

/** Undefined where its registry has nothing to tell. */
export function packageLookUp(there: AskedThere, ground: LookUpGround): LookUp | undefined {
  const { registry, asked } = there;
  const reader = READERS[registry.manager];
  const [first] = reader?.pages(registry, asked) ?? [];
  if (reader === undefined || first === undefined) return undefined;
  const { host } = registry.url;
  return {
    words: `asks ${host} for ${asked.name}${asked.version === undefined ? "" : ` ${asked.version}`}`,
    target: targetAt(first.url),
    async run(over) {
      const { clock, request } = ground;
      const signal = AbortSignal.any([over, request.signal]);
      const ended = await withinDeadline(
        (own) => looked(there, reader, { ...ground, signal: own }),
        {
          clock,
          signal,
          timeoutMs: TIMEOUT_MS,
        },
      );
      if (ended.ended === "done") return ended.value;
      if (ended.ended === "cancelled") throw new ToolError("cancelled", "Cancelled");
      if (ended.ended === "timeout")
        throw new ToolError("timeout", `${host} did not answer within ${TIMEOUT_MS / 1_000} s.`);
      if (ended.error instanceof ToolError) throw ended.error;
      throw new ToolError("failed", `${host} sent a page that cannot be read.`);
    },
  };
}

interface Looking extends LookUpGround {
  readonly signal: AbortSignal;
}

const ABSENT: ReadonlySet<number> = new Set([404, 410]);

async function looked(
  there: AskedThere,
  reader: FactReader,
  looking: Looking,
): Promise<readonly ShownFact[]> {
  const { registry, asked } = there;
  const { host } = registry.url;
  const pages = reader.pages(registry, asked);
  for (const page of pages) {
    const { status, text } = await fetchPage(there, page, looking);
    if (text !== null) return factRows(reader.read(text, asked), looking.clock.wallMs());
    if (page === pages.at(-1) && !ABSENT.has(status))
      throw new ToolError("failed", `${host} answered with ${status}.`);
  }
  const what = asked.version === undefined ? "of this name" : "of this name and version";
  return [{ label: "package", text: `${host} has nothing ${what}`, warns: true }];
}

/** Without a text where the registry did not send the page. */
async function fetchPage(
  there: AskedThere,
  { url, accept }: FactPage,
  { request, onward, signal }: Looking,
): Promise<{ readonly status: number; readonly text: string | null }> {
  const { registry, asked } = there;
  const about: AskedThere = { registry, asked: { kind: "page", name: asked.name, url, accept } };
  const headers = requestHeaders(about, "identity");
  const target = targetAt(url);
  try {
    const answer = await onward({ ...request, target, url, headers, body: null, signal });
    const { status, body } = answer;
    if (status >= 200 && status <= 299)
      return { status, text: (await readWhole(body, MAX_PAGE_BYTES)).toString("utf8") };
    body.destroy();
    return { status, text: null };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError("failed", `${registry.url.host} did not answer.`, { cause: error });
  }
}
