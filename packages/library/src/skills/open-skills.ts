/**
 * The skills of one toolplane: found once, frozen, and behind the tool `skill`. Those of a project are used only where a person
 * trusted exactly these texts.
 */
import type { SkillFiles, SkillIndex } from "@toolplane/agent";
import type { Rule, SessionServices } from "@toolplane/contract";
import { realPath } from "@toolplane/disk/ground";
import { readContentTrust } from "../settings/trust/content-trust.ts";
import { keepFetched } from "./keep-fetched.ts";
import { type SkillPlaces, skillSources } from "./skill-sources.ts";

export interface OpenSkillsOptions extends SkillPlaces {
  /** Folder in which trust is kept; null: nothing of a project is trusted. */
  readonly userData: string | null;
  /** All of the project's are used: setting this trusts them. */
  readonly trustProject?: boolean;
}

export interface OpenSkills {
  readonly index: SkillIndex;
  /** Null where there is no skill. */
  readonly service: SessionServices["skills"] | null;
}

const NONE: SkillIndex = Object.freeze({ skills: [], warnings: [], skipped: [] });

/** Finds them. The index lists what cannot be used; rejects with a ConfigurationError for too many addresses. */
export async function openSkills(options: OpenSkillsOptions): Promise<OpenSkills> {
  const index = await readSkillIndex(options);
  if (index.skills.length === 0) return { index, service: null };
  const { createSkillService } = await import("@toolplane/agent");
  const rules = await rulesOfSkills(index, options);
  return {
    index,
    service: createSkillService(index, { rulesFor: ({ name }) => rules.get(name) ?? [] }),
  };
}

/** The index alone. Where no folder is there, no parser is loaded. */
export async function readSkillIndex(options: OpenSkillsOptions): Promise<SkillIndex> {
  const { createSkillDisk } = await import("./skill-disk.ts");
  const disk = createSkillDisk();
  const { urls = [], userData } = options;
  const kept =
    userData === null || urls.length === 0
      ? disk.fetch
      : keepFetched(disk.fetch, { userData, urls, nowMs: Date.now });
  const files = { ...disk, fetch: fetchTogether(kept, urls) };
  const sources = [];
  for (const source of skillSources(options))
    if (source.origin === "url" || (await files.list(source.folder)) !== null) sources.push(source);
  if (sources.length === 0) return NONE;
  const { findSkills } = await import("@toolplane/agent");
  const isTrusted = trustOf(options);
  return findSkills({
    files,
    sources,
    refuse: ({ origin, place, digest }) => (origin === "project" ? isTrusted(place, digest) : null),
  });
}

/** Servers that hang are waited for once, not one after the other. */
function fetchTogether(
  fetch: Required<SkillFiles>["fetch"],
  urls: readonly string[],
): Required<SkillFiles>["fetch"] {
  let started: ReadonlyMap<string, ReturnType<typeof fetch>> | null = null;
  return (address, maxBytes) => {
    started ??= new Map(urls.map((url) => [url, fetch(url, maxBytes)]));
    return started.get(address) ?? fetch(address, maxBytes);
  };
}

/** Null for a text that a person trusted, else why it is not used. */
function trustOf({
  workspace,
  userData,
  trustProject = false,
}: OpenSkillsOptions): (place: string, digest: string) => string | null {
  if (trustProject) return () => null;
  const trust =
    workspace === null || userData === null
      ? null
      : readContentTrust({ kind: "skills", userData, workspace: realPath(workspace) });
  const { digests = {} } = trust ?? {};
  return (place, digest) => {
    const known = Object.hasOwn(digests, place) ? digests[place] : undefined;
    if (known === digest) return null;
    return known === undefined
      ? "its project's skills are not trusted; toolplane trust shows them"
      : "it changed since it was trusted; toolplane trust shows it";
  };
}

async function rulesOfSkills(
  { skills }: SkillIndex,
  { home, workspace }: OpenSkillsOptions,
): Promise<ReadonlyMap<string, readonly Rule[]>> {
  const narrow = skills.filter(({ allowedTools }) => allowedTools !== null);
  if (narrow.length === 0) return new Map();
  const { narrowingRules } = await import("./narrowing-rules.ts");
  return new Map(
    await Promise.all(
      narrow.map(
        async ({ name, allowedTools }) =>
          [
            name,
            await narrowingRules(allowedTools ?? [], { home: home ?? "/", workspace }),
          ] as const,
      ),
    ),
  );
}
