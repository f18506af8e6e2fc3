/** A crate's lines in the sparse index. It tells no sizes and no people, and dates only where the registry writes `pubtime`. */
import { textAt } from "../locks/text-at.ts";
import { cargoProtocol } from "../protocols/cargo-protocol.ts";
import type { FactReader } from "./fact-reader.ts";

export const cargoFacts: FactReader = {
  pages: (registry, { name }) => [
    { url: new URL(cargoProtocol.placeOf(name), registry.url), accept: "*/*" },
  ],
  read(text, wanted) {
    const releases = text
      .split("\n")
      .flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as unknown]));
    const release =
      wanted.version === undefined
        ? releases.at(-1)
        : releases.find((one) => textAt(one, "vers") === wanted.version);
    return {
      version: wanted.version ?? textAt(release, "vers"),
      published: textAt(release, "pubtime"),
      firstPublished: textAt(releases[0], "pubtime"),
      // What links a library of the system has a build script; of any other the index does not say.
      scripts: textAt(release, "links") === undefined ? undefined : "a build script",
    };
  },
};
