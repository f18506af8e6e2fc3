/**
 * The tools of the project that an editor has open. They are other people's code: where nobody trusted them as they are, the person
 * is asked with the first message, and nothing of theirs is loaded before the answer.
 */
import { relative } from "node:path";
import type { AcpEditor } from "@toolplane/acp";
import { foldLine } from "@toolplane/kernel";
import { accountName } from "@toolplane/library/rooms/ground";
import { findPendingTools, openToolTrust, type ToolOffer } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { unitTexts } from "../trust/tool-offer-lines.ts";

export interface EditorTools {
  /** The settings to open a product with. */
  readonly settings: Settings;
  /** Asks where there is something to ask, and loads what was granted. Never rejects. */
  settle(turn: {
    readonly editor: Pick<AcpEditor, "consent">;
    readonly signal: AbortSignal;
    readonly reload: () => Promise<unknown>;
  }): Promise<void>;
}

export function createEditorTools(settings: Settings): EditorTools {
  const first = findPendingTools(settings);
  const once: Record<string, string> = settings.trustOnce ? { ...first?.digests } : {};
  let isOpen = first !== null && !first.isDeclined && !settings.trustOnce;
  const ask = async (
    editor: Pick<AcpEditor, "consent">,
    signal: AbortSignal,
  ): Promise<"loads" | "stays"> => {
    const pending = findPendingTools(settings);
    const offer = await openToolTrust(settings);
    const said = await editor.consent(consentFor(offer, settings.workspace ?? ""), signal);
    if (said === "none" || pending === null) return "stays";
    isOpen = false;
    const answer = { atMs: Date.now(), by: accountName() };
    if (said === "always") offer.keep(answer);
    else if (said === "once") for (const { path, digest } of offer.units) once[path] = digest;
    else pending.decline(answer);
    return said === "reject" ? "stays" : "loads";
  };
  return {
    settings: { ...settings, toolsOnce: once },
    async settle({ editor, signal, reload }) {
      if (!isOpen) return;
      try {
        if ((await ask(editor, signal)) === "loads") await reload();
      } catch {
        // What could not be looked at, kept or loaded stays out; the next message asks again.
      }
    },
  };
}

function consentFor({ units }: ToolOffer, workspace: string) {
  return {
    id: "trust-project-tools",
    title: "Load the tools of this project?",
    lines: units.flatMap((unit) => [
      foldLine(relative(workspace, unit.path)),
      ...unitTexts(unit).map((text) => `  ${foldLine(text)}`),
    ]),
  };
}
