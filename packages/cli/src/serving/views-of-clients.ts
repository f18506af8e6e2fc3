/** Gives each MCP client a view of its own: what it changed lands when it has left, and stays in the view where it cannot. */
import { ConfigurationError } from "@toolplane/contract";
import { landOwnView, openOwnView } from "@toolplane/library/rooms/agent";
import type { Product } from "@toolplane/library/rooms/product";
import type { McpServerOptions } from "@toolplane/mcp";
import { viewEndWords } from "../terminal/changes/view-words.ts";

/** Throws a ConfigurationError where the machine can hold none. */
export function viewsOfClients(
  { host: { views } }: Pick<Product, "host">,
  say: (text: string) => void,
): Pick<McpServerOptions, "prepare" | "leave"> {
  if (views === undefined)
    throw new ConfigurationError("view", "is own, and this machine cannot hold a view");
  return {
    async prepare(session) {
      await openOwnView(views, session);
    },
    async leave(session) {
      const view = views.of(session.id);
      if (view === null) return;
      const { signal } = new AbortController();
      const kept = (error: unknown): void =>
        say(`${error instanceof Error ? error.message : String(error)} It stays: toolplane views`);
      await landOwnView({ views, session, check: null }, signal).then((end) => {
        const { id: sessionId } = session;
        const event = { type: "view-end", sessionId, view: view.id, end, goesOn: false } as const;
        const words = viewEndWords(event);
        if (words !== null) say([words.text, ...words.lines].join(". "));
      }, kept);
    },
  };
}
