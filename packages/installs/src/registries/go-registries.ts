/** The module proxies and the sum database of Go, as the person's own variables and `go/env` name them. */
import { type Environment, readPersonFile } from "./person-files.ts";
import type { Registries, Registry } from "./registry.ts";
import { readRegistryUrl } from "./registry-url.ts";

const USUAL = "https://proxy.golang.org";
const SUMS = "https://sum.golang.org/";
/** Told to a command as they are: they hold no credentials. */
const TOLD = ["GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB"];

export function goRegistries(home: string, environment: Environment): Registries {
  const kept = readGoEnv(readPersonFile(environment.GOENV ?? `${home}/.config/go/env`));
  const of = (name: string) => environment[name] ?? kept.get(name);
  const own = of("GOPROXY");
  const list: Registry[] = [{ manager: "go.sum", url: new URL(SUMS) }];
  // Each proxy with what follows it: whether the next one is asked after any failure or only where there is none.
  const words = (own ?? USUAL).split(/([,|])/).map((word) => {
    const address = readRegistryUrl(word);
    if (address === null) return word;
    list.push({ manager: "go", ...address });
    return address.url.href.replace(/\/$/, "");
  });
  const told = TOLD.flatMap((name) => {
    const value = of(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const proxy = own === undefined ? [] : [["GOPROXY", words.join("")] as const];
  return { list, environment: Object.fromEntries([...proxy, ...told]) };
}

function readGoEnv(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const at = line.indexOf("=");
      return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );
}
