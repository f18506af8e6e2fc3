/** A module of Go: its proxy tells when a version was made and from which repository. Go runs nothing of what it fetches. */
import { isRecord } from "@toolplane/readings";
import { textAt } from "../locks/text-at.ts";
import { goProtocol } from "../protocols/go-protocol.ts";
import type { FactReader } from "./fact-reader.ts";

export const goFacts: FactReader = {
  pages(registry, { name, version }) {
    const about = version === undefined ? "@latest" : `@v/${goProtocol.placeOf(version)}.info`;
    return [{ url: new URL(`${goProtocol.placeOf(name)}/${about}`, registry.url), accept: "*/*" }];
  },
  read(text) {
    const page: unknown = JSON.parse(text);
    if (!isRecord(page)) throw new TypeError("no page");
    return {
      version: textAt(page, "Version"),
      published: textAt(page, "Time"),
      scripts: "none",
      publisher: textAt(page.Origin, "URL"),
    };
  },
};
