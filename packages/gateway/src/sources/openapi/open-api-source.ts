/**
 * A web API at work: its tools are made from what a person agreed to, which says all that is sent. The description is read again
 * when the first of them is called, and what it has then is held against the pins. The registry applies changes between turns only.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { Kernel, ToolOrigin } from "@toolplane/kernel";
import type { ApiFacts, OpenApiDefinitions } from "@toolplane/openapi";
import type { Agreed } from "../list/agreed.ts";
import type { Definitions } from "../list/definitions-file.ts";
import { isTrusted, serverDigest } from "../list/server-digest.ts";
import type { Source, SourceApi } from "../list/source.ts";
import { createPin } from "../pins/create-pin.ts";
import { agreedTo } from "../run/agreed-tools.ts";
import { createToolSet } from "../run/create-tool-set.ts";
import type { OpenSource } from "../run/open-source.ts";
import { createSourceStandIns } from "../run/source-stand-ins.ts";
import { describeSource } from "../run/source-state.ts";
import { aboutApi } from "./about-api.ts";
import { type ApiCredential, apiCredential } from "./api-credential.ts";
import { createApiTools, keyedDefinitions, pinsIn } from "./create-api-tools.ts";
import {
  createDescriptionReader,
  type DescriptionReader,
  type ReaderOptions,
} from "./create-description-reader.ts";
import { defineApi } from "./define-api.ts";
import { type DescriptionText, descriptionStamp, readDescription } from "./read-description.ts";
import { noteSeen, readSeen } from "./seen-file.ts";

export interface ApiGround {
  readonly kernel: Pick<Kernel, "scope" | "openRequests">;
  readonly clock: Clock;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userData: string;
}

/** The content of its description when it was last read. */
interface Read {
  readonly facts: ApiFacts | null;
  readonly text: string;
  readonly definitions: Definitions;
}

export function openApiSource(
  first: Source,
  api: SourceApi,
  { agreed: given, ground }: { readonly agreed: Agreed; readonly ground: ApiGround },
): OpenSource {
  let source = first;
  let agreed = given;
  let read: Read | null = null;
  const { name } = source;
  const prefix = `openapi__${name}__`;
  const credential = apiCredential(api, ground.environment);
  /** Fixed by what a person was shown, or by the first description: never by a later one. */
  let { origins } = api;
  const apiTools = createApiTools({ prefix, credential, clock: ground.clock });
  const { known } = apiTools;
  const reader = openReader({ name, api, credential, ground, agreed: () => agreed, onRead });
  const refusal = () => refusalOf(source);
  const reading = () => (isTrusted(source) ? reader.reading() : null);
  const pin = createPin({
    server: name,
    refusal,
    reading,
    nameOf: (id) => known.get(id)?.remoteName ?? id.replace(prefix, ""),
    now: (id) => known.get(id)?.definition ?? null,
    agreed: (id) => agreedTo(known.get(id)?.remoteName, agreed),
  });
  const origin: ToolOrigin = { layer: "openapi", source: name, pin };
  const standIns = createSourceStandIns(name);
  const tools = createToolSet(ground.kernel.scope(), origin, () => agreed.about);

  function onRead({ digest }: DescriptionText, made: OpenApiDefinitions | null): void {
    const definitions =
      made === null ? agreed.definitions : keyedDefinitions(made, agreed.definitions);
    read = { facts: made, text: digest, definitions };
    if (made?.origin) origins ??= [made.origin];
    if (made === null && api.origins !== null)
      noteSeen(ground.userData, name, { text: digest, atMs: ground.clock.wallMs() });
    if (agreed.pins === "first")
      agreed = { definitions, about: aboutApi(made), text: digest, pins: pinsIn(definitions) };
    sync();
  }

  function sync(): void {
    const { definitions } = read ?? agreed;
    tools.set(apiTools.make(definitions, { agreed, only: source.tools, origins: origins ?? [] }));
  }
  sync();
  let closing: Promise<void> | undefined;
  return {
    get source() {
      return source;
    },
    lists: NO_LISTS,
    start: async () => (isTrusted(source) ? reader.start() : reader.health()),
    state: () => ({
      ...describeSource(source, {
        health: reader.health(),
        quarantined: [],
        unconfined: false,
        tools: [...known.values()],
        problems: tools.problems(),
        drift: pin.drift,
      }),
      ...(read === null ? {} : { api: { ...read.facts, text: read.text } }),
    }),
    definitions: () => (read ?? agreed).definitions,
    standIn(id) {
      const isUnknown = isTrusted(source) ? read === null && reader.isAhead() : true;
      const isAbsent = isUnknown && id.startsWith(prefix) && !known.has(id);
      return isAbsent ? { tool: standIns(id), origin } : null;
    },
    rulesChanged: async () => undefined,
    update(next, nextAgreed) {
      if (serverDigest(next.server) !== serverDigest(source.server)) return false;
      source = next;
      agreed = nextAgreed;
      read = null;
      reader.forget();
      sync();
      return true;
    },
    close: () => (closing ??= reader.close().then(() => tools.close())),
  };
}

/** Reads the description as the source says, and knows the text that was agreed to. */
function openReader(options: {
  readonly name: string;
  readonly api: SourceApi;
  readonly credential: ApiCredential;
  readonly ground: ApiGround;
  readonly agreed: () => Agreed;
  readonly onRead: ReaderOptions["onRead"];
}): DescriptionReader {
  const { name, api, credential, ground, agreed, onRead } = options;
  return createDescriptionReader({
    clock: ground.clock,
    onRead,
    stamp: () => descriptionStamp(api.description, ground),
    read: (signal) => readDescription({ name, description: api.description }, ground, signal),
    isKnown: (digest) => agreed().pins !== "first" && agreed().text === digest,
    seenAtMs() {
      const { text } = agreed();
      return text ? readSeen(ground.userData, name, text) : null;
    },
    define: (text) => defineApi(text, { name, api, credential }),
  });
}

const NO_LISTS: OpenSource["lists"] = {
  resources: async () => [],
  prompts: async () => [],
  drop: () => undefined,
  changed: () => undefined,
};

function refusalOf(source: Source): string | null {
  if (isTrusted(source)) return null;
  return `Nobody has agreed to the API ${source.name} as it is now, so nothing is sent to it: toolplane sources accept ${source.name}`;
}
