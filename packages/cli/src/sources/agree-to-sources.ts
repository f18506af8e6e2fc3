/**
 * The two words of a person that a source needs: first to exactly the command that is started, then to the tools that its server
 * turns out to have. Between the two it runs in its sandbox; nothing is kept before the second. Of a web API nothing is started:
 * its description is read, and the second word is the only one.
 */

import { homedir } from "node:os";
import type { SandboxStatus } from "@toolplane/contract/ports";
import type { Source } from "@toolplane/gateway/sources/list";
import { readDefinitions } from "@toolplane/gateway/sources/list";
import { planProgram } from "@toolplane/gateway/sources/start";
import type { Product } from "@toolplane/library/rooms/product";
import { keepOffer, openForOffers, readOffers } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatPlural } from "@toolplane/readings";
import type { CommandContext } from "../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../command/exit-code.ts";
import { askYesNo } from "../terminal/ask-yes-no.ts";
import { showProgress } from "../terminal/show-progress.ts";
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
  const product = await openForOffers({ settings, state }, sources).catch(
    async (error: unknown) => {
      await state.close();
      throw error;
    },
  );
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
    for (const offer of offers) await keepOffer(settings.userData, offer, Date.now());
    agreement.also?.apply();
    tellKept(context, offers);
    return EXIT_CODES.done;
  } finally {
    await product.close();
    await state.close();
  }
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
    environment,
    home: environment.HOME || homedir(),
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
  const offers = await readOffers(product, sources).finally(() => progress.end());
  return offers.map((offer) => ({
    ...offer,
    failure:
      offer.health?.state === "ready"
        ? null
        : failureLines(offer.health, { server: offer.source.server, openHosts }),
  }));
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
