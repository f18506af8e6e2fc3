/**
 * The two words of a person that a source needs: first to exactly the command that is started, then to the tools that its server
 * turns out to have. Between the two it runs in its sandbox; nothing is kept before the second. Of a web API nothing is started:
 * its description is read, and the second word is the only one.
 */
import { homedir } from "node:os";
import type { SandboxStatus } from "@toolplane/contract";
import { openProduct, type Product } from "../../../product/open-product.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { aboutServer, offersOf } from "../../../sources/list/about-server.ts";
import {
  type Definitions,
  pinOf,
  readDefinitions,
  writeDefinitions,
} from "../../../sources/list/definitions-file.ts";
import { noteLastKnown } from "../../../sources/list/last-known-file.ts";
import { sourceJson } from "../../../sources/list/parse-sources.ts";
import { serverDigest } from "../../../sources/list/server-digest.ts";
import type { Source } from "../../../sources/list/source.ts";
import type { SourceEntry } from "../../../sources/list/source-entry.ts";
import { keepSource } from "../../../sources/list/sources-file.ts";
import { aboutApi } from "../../../sources/openapi/about-api.ts";
import { noteSeen } from "../../../sources/openapi/seen-file.ts";
import { planProgram } from "../../../sources/start/plan-program.ts";
import { openState } from "../../../state/open-state.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { formatPlural } from "../../terminal/format-count.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import type { Offer } from "./offer.ts";
import { failureLines, offerLines } from "./offer-lines.ts";
import { serverRows } from "./server-lines.ts";
import { signInAll } from "./sign-in-all.ts";

export interface Agreement {
  readonly settings: Settings;
  readonly sources: readonly Source[];
  /** Shown before the second question, and done with what is kept: a client's file. */
  readonly also?: { readonly show: () => void; readonly apply: () => void };
  /** What a script says instead of a person. */
  readonly again: string;
}

export async function agreeToSources(
  context: CommandContext,
  agreement: Agreement,
): Promise<ExitCode> {
  const { terminal } = context;
  const { settings, sources } = agreement;
  const state = await openState(settings.userData);
  const product = await openProduct({
    ...{ settings, state, only: [], sources: entriesOf(sources) },
    onWarning: () => undefined,
  }).catch(async (error: unknown) => {
    await state.close();
    throw error;
  });
  try {
    for (const source of sources) showServer(context, { source, settings, ...product.host });
    const starts = sources.some(({ server }) => server.kind !== "openapi");
    const started = starts ? await agree(context, "Start exactly this?") : "yes";
    if (started !== "yes") return ended(context, started, agreement);
    const signed = await signInAll(context, { product, sources, settings });
    const { hosts: openHosts } = settings.reach;
    const offers = await startAll(context, { product, sources: signed.sources, openHosts });
    for (const offer of offers) showOffer(context, offer, settings);
    const failed = offers.filter(({ failure }) => failure !== null);
    if (failed.length > 0) {
      await signed.forget();
      terminal.json({ added: [], failed: failed.map(failureJson) });
      terminal.note("Nothing was kept.");
      return EXIT_CODES.failed;
    }
    agreement.also?.show();
    const kept = await agree(context, keepQuestion(offers));
    if (kept !== "yes") {
      await signed.forget();
      return ended(context, kept, agreement);
    }
    for (const offer of offers) await keep(settings.userData, offer);
    agreement.also?.apply();
    tellKept(context, offers);
    return EXIT_CODES.done;
  } finally {
    await product.close();
    await state.close();
  }
}

/** In the words of the file; what is about to be agreed to is no pin yet. */
function entriesOf(sources: readonly Source[]): Readonly<Record<string, SourceEntry>> {
  return Object.fromEntries(
    sources.map(({ name, ...source }) => {
      const { pins: _, trusted: __, ...entry } = sourceJson(source) as SourceEntry;
      return [name, { ...entry, enabled: true }];
    }),
  );
}

function showServer(
  { terminal, environment, directory }: CommandContext,
  {
    source,
    settings,
    sandbox,
  }: { readonly source: Source; readonly settings: Settings; readonly sandbox: SandboxStatus },
): void {
  const { name, server } = source;
  const ground = {
    ...{ environment, home: environment.HOME || homedir() },
    workspace: settings.workspace ?? directory,
  };
  const plan = server.kind === "program" ? planProgram(server, ground) : null;
  terminal.print(`${terminal.out.mark("ask")} ${terminal.out.style("bold", name)}`);
  for (const [word, text] of serverRows(server, { plan, sandbox }))
    terminal.print(`  ${terminal.out.style("dim", word.padEnd(10))} ${text}`);
}

type Said = "yes" | "no" | "nobody" | "cancelled";

async function agree(context: CommandContext, question: string): Promise<Said> {
  const { terminal, arguments: given, signal } = context;
  if (given.flag("yes")) return "yes";
  if (!terminal.canAsk) return "nobody";
  const yes = await askYesNo(context, question);
  return signal.aborted ? "cancelled" : yes ? "yes" : "no";
}

function ended({ terminal }: CommandContext, said: Said, { again }: Agreement): ExitCode {
  terminal.json({ added: [] });
  if (said === "cancelled") return EXIT_CODES.cancelled;
  terminal.note(
    said === "nobody"
      ? `Nobody is here to answer. Nothing was kept. Next: ${again}`
      : "Nothing was kept.",
  );
  return said === "nobody" ? EXIT_CODES.needsPerson : EXIT_CODES.denied;
}

async function startAll(
  { terminal }: CommandContext,
  {
    product,
    sources,
    openHosts,
  }: {
    readonly product: Product;
    readonly sources: readonly Source[];
    /** What on this machine and its network calls may reach. */
    readonly openHosts: readonly string[];
  },
): Promise<readonly Offer[]> {
  const progress = showProgress(terminal, `starting ${formatPlural(sources.length, "server")}`);
  try {
    await product.sources.start();
  } finally {
    progress.end();
  }
  const states = new Map(product.sources.list().map((state) => [state.name, state]));
  return sources.map((source) => {
    const state = states.get(source.name);
    const isReady = state?.health.state === "ready";
    return {
      source,
      definitions: (product.sources.definitions(source.name) ?? {}) as Definitions,
      about: state?.api ? aboutApi(state.api) : aboutServer(state?.health.server),
      offers: state?.health.server ? offersOf(state.health.server) : null,
      left: state?.left ?? [],
      ...(state?.api ? { api: state.api } : {}),
      failure: isReady ? null : failureLines(state?.health, { server: source.server, openHosts }),
    };
  });
}

function showOffer({ terminal }: CommandContext, offer: Offer, { userData }: Settings): void {
  const before = readDefinitions(userData, offer.source);
  const view = { paint: terminal.out, width: terminal.columns() };
  for (const line of offerLines(offer, before, view)) terminal.print(line);
}

function keepQuestion(offers: readonly Offer[]): string {
  const tools = offers.reduce((sum, { definitions }) => sum + Object.keys(definitions).length, 0);
  return `Keep ${offers.length === 1 ? "it" : "them"} with ${formatPlural(tools, "tool")}?`;
}

async function keep(userData: string, offer: Offer): Promise<void> {
  const { definitions, about, offers, api } = offer;
  const source = withOrigins(offer);
  const pins = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, pinOf(definition)]),
  );
  const text = api?.text ?? null;
  writeDefinitions(userData, source.name, { tools: definitions, about, text, offers });
  if (api) noteSeen(userData, source.name, { text: api.text, atMs: Date.now() });
  await keepSource(userData, { ...source, trusted: serverDigest(source.server), pins });
  const left = offer.left.length;
  noteLastKnown(userData, source, { state: "ready", atMs: Date.now(), changed: 0, left });
}

/** A credential goes where the person was just shown, whatever a later description says. */
function withOrigins({ source, api }: Offer): Source {
  const { server } = source;
  if (server.kind !== "openapi") return source;
  const own = api?.origin ? [api.origin] : [];
  return {
    ...source,
    server: { ...server, origins: [...new Set([...own, ...(server.origins ?? [])])] },
  };
}

function tellKept({ terminal }: CommandContext, offers: readonly Offer[]): void {
  terminal.json({
    added: offers.map(({ source, definitions, left, api }) => ({
      name: source.name,
      tools: Object.keys(definitions),
      left,
      ...(api ? { api: apiJson(api) } : {}),
    })),
  });
  for (const { source } of offers) {
    const layer = source.server.kind === "openapi" ? "openapi" : "mcp";
    terminal.note(
      `${terminal.err.mark("allow")} ${source.name} is kept. Its tools are ${layer}__${source.name}__…: toolplane tools ${source.name}`,
    );
  }
}

function apiJson({ text: _, ...facts }: NonNullable<Offer["api"]>): object {
  return facts;
}

function failureJson({ source, failure }: Offer): object {
  return { name: source.name, reason: failure?.join(" ") ?? "" };
}
