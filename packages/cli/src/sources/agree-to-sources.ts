/**
 * The two words of a person that a source needs: first to exactly the command that is started, then to the tools that its server
 * turns out to have. A package that is not here needs one more, before them. Between the two it runs in its sandbox; nothing is kept before the second. Of a web API nothing is started:
 * its description is read, and the second word is the only one.
 */

import { homedir } from "node:os";
import type { SandboxStatus } from "@toolplane/contract/ports";
import type { Source, SourceServer } from "@toolplane/gateway/sources/list";
import { readDefinitions } from "@toolplane/gateway/sources/list";
import { type ProgramPlan, planProgram } from "@toolplane/gateway/sources/start";
import type { Product } from "@toolplane/library/rooms/product";
import { keepOffer, openForOffers, readOffers } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatPlural } from "@toolplane/readings";
import type { CommandContext } from "../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../command/exit-code.ts";
import type { Report } from "../command/report.ts";
import { showProgress } from "../terminal/show-progress.ts";
import { show } from "../terminal/shown/show.ts";
import { drawing, line, note, type Shown } from "../terminal/shown/shown.ts";
import { agree, endReport } from "./agree.ts";
import { fetchPackages } from "./fetch-packages.ts";
import type { Offer } from "./offer.ts";
import { failureLines, offerLines } from "./offer-lines.ts";
import { serverRows } from "./server-lines.ts";
import { signInAll } from "./sign-in-all.ts";

export interface Agreement {
  readonly settings: Settings;
  readonly sources: readonly Source[];
  /** Shown before the second question, and done with what is kept: a client's file. */
  readonly also?: { readonly shown: readonly Shown[]; readonly apply: () => void };
  /** The words a script types instead of a person's answer. */
  readonly again: string;
}

export async function agreeToSources(
  context: CommandContext,
  agreement: Agreement,
): Promise<Report | ExitCode> {
  const { terminal } = context;
  const { settings, sources } = agreement;
  const fetched = await fetchPackages(context, missingPackages(context, agreement), settings);
  if (fetched !== "yes") return endReport(fetched, { json: NOTHING, again: agreement.again });
  const state = await openState(settings);
  const product = await openForOffers({ settings, state }, sources).catch(
    async (error: unknown) => {
      await state.close();
      throw error;
    },
  );
  try {
    const { sandbox } = product.host;
    for (const source of sources)
      show(terminal, serverLines(context, { source, settings, sandbox }));
    const starts = sources.some(({ server }) => server.kind !== "openapi");
    const started = starts ? await agree(context, "Start exactly this?") : "yes";
    if (started !== "yes") return endReport(started, { json: NOTHING, again: agreement.again });
    const signed = await signInAll(context, { product, sources, settings });
    const { hosts: openHosts } = settings.reach;
    const offers = await startAll(context, { product, sources: signed.sources, openHosts });
    show(
      terminal,
      offers.map((offer) => offerDrawing(offer, settings)),
    );
    const failed = offers.filter(({ failure }) => failure !== null);
    if (failed.length > 0) {
      await signed.forget();
      return {
        exitCode: EXIT_CODES.failed,
        json: { added: [], failed: failed.map(failureJson) },
        shown: [note("Nothing was kept.")],
      };
    }
    show(terminal, agreement.also?.shown ?? []);
    const kept = await agree(context, keepQuestion(offers));
    if (kept !== "yes") {
      await signed.forget();
      return endReport(kept, { json: NOTHING, again: agreement.again });
    }
    for (const offer of offers) await keepOffer(settings.userData, offer, Date.now());
    agreement.also?.apply();
    return keptReport(offers);
  } finally {
    await product.close();
    await state.close();
  }
}

const NOTHING = { added: [] };

/** Packages that are not here, and that a person may let toolplane fetch. */
function missingPackages(
  context: CommandContext,
  { settings, sources }: Agreement,
): readonly string[] {
  const specs = sources.flatMap(({ server }) => {
    const plan = planOf(context, { server, settings });
    return plan?.ok === false && plan.fetch !== undefined ? [plan.fetch] : [];
  });
  return [...new Set(specs)];
}

function planOf(
  { environment, directory }: CommandContext,
  { server, settings }: { readonly server: SourceServer; readonly settings: Settings },
): ProgramPlan | null {
  if (server.kind !== "program") return null;
  return planProgram(server, {
    environment,
    home: environment.HOME || homedir(),
    workspace: settings.workspace ?? directory,
    userData: settings.userData,
  });
}

function serverLines(
  context: CommandContext,
  {
    source,
    settings,
    sandbox,
  }: { readonly source: Source; readonly settings: Settings; readonly sandbox: SandboxStatus },
): readonly Shown[] {
  const { name, server } = source;
  const plan = planOf(context, { server, settings });
  return [
    line([{ text: name, style: "bold" }], { mark: "ask" }),
    ...serverRows(server, { plan, sandbox }).map(([word, text]) =>
      line([{ text: word.padEnd(10), style: "dim" }, ` ${text}`], { indent: 2 }),
    ),
  ];
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
    /** Hosts on this machine and its network that calls may reach. */
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

function offerDrawing(offer: Offer, { userData }: Settings): Shown {
  const before = readDefinitions(userData, offer.source);
  return drawing((view) => offerLines(offer, before, view));
}

function keepQuestion(offers: readonly Offer[]): string {
  const tools = offers.reduce((sum, { definitions }) => sum + Object.keys(definitions).length, 0);
  return `Keep ${offers.length === 1 ? "it" : "them"} with ${formatPlural(tools, "tool")}?`;
}

function keptReport(offers: readonly Offer[]): Report {
  return {
    json: {
      added: offers.map(({ source, definitions, left, api }) => ({
        name: source.name,
        tools: Object.keys(definitions),
        left,
        ...(api ? { api: apiJson(api) } : {}),
      })),
    },
    shown: offers.map(({ source: { name, server } }) => {
      const layer = server.kind === "openapi" ? "openapi" : "mcp";
      return note(`${name} is kept. Its tools are ${layer}__${name}__…: toolplane tools ${name}`, {
        mark: "allow",
      });
    }),
  };
}

function apiJson({ text: _, ...facts }: NonNullable<Offer["api"]>): object {
  return facts;
}

function failureJson({ source, failure }: Offer): object {
  return { name: source.name, reason: failure?.join(" ") ?? "" };
}
