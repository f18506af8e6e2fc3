/** Gives each MCP client a view of its own: what it changed lands when it has left, and stays in the view where it cannot. */
import type { Product } from "@toolplane/library/rooms/product";
import type { McpServerOptions } from "@toolplane/mcp";
import { type ViewWords, viewEndWords } from "../terminal/changes/view-words.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

type OwnView = Awaited<ReturnType<Product["views"]["own"]>>;

export function viewsOfClients(
  { views, host }: Pick<Product, "views" | "host">,
  say: (words: ViewWords) => void,
): Pick<McpServerOptions, "prepare" | "leave"> {
  if (host.views === undefined)
    say({
      mark: "failed",
      text: "A view of its own cannot be held on this machine, so every call of a client is refused.",
      lines: ["toolplane doctor says why. With --view project clients work in the project."],
    });
  const open = new Map<string, OwnView>();
  return {
    async prepare(session) {
      open.set(session.id, await views.own(session));
    },
    async leave({ id: sessionId }) {
      const own = open.get(sessionId);
      open.delete(sessionId);
      if (own === undefined) return;
      const { id: view } = own;
      try {
        const end = await own.land();
        const words = viewEndWords({ type: "view-end", sessionId, view, end, goesOn: false });
        if (words !== null) say(words);
      } catch (error) {
        const text = escapeText(error instanceof Error ? error.message : String(error));
        const next = `It stays in the view: toolplane views show ${view}`;
        say({ mark: "failed", text, lines: [next] });
      }
    },
  };
}
