import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { readRepositories } from "./read-repositories.ts";

const directory = realpathSync(tmpdir());

describe("repositories of a worker", () => {
  it("are named by an address without a token: it would be in every fault", () => {
    const read = (text: string) => () => readRepositories([`shop=${text}`], { directory });
    for (const secret of ["https://ghp_SECRET@", "HTTP://ghp_SECRET@", "http://:ghp_SECRET@"]) {
      expect(read(`${secret}example.com/shop.git`)).toThrow();
      expect(read(`${secret}example.com/shop.git`)).not.toThrow("SECRET");
    }
    expect(read("https://ghp_SECRET@example.com/shop.git")).toThrow("a token: give it to git's");
    expect(read("ssh://git:SECRET@example.com/shop.git")).toThrow("a token: give it to git's");
    for (const more of ["?private_token=SECRET", "#SECRET"])
      expect(read(`https://example.com/shop.git${more}`)).toThrow("may not hold a ? or a #");
  });

  it("are named by an address without a password, of a kind that git is let use", () => {
    const read = (text: string) => readRepositories([text], { directory });
    expect(read("shop=git@example.com:team/shop.git").get("shop")?.kind).toBe("address");
    expect(read("shop=ssh://git@example.com/shop.git").get("shop")?.kind).toBe("address");
    expect(read(`shop=file://${directory}`).get("shop")).toEqual({
      kind: "folder",
      path: directory,
    });
    expect(() => read("shop=https://me:word@example.com/shop.git")).toThrow("credential helper");
    for (const other of ["ext::sh -c id", "git://example.com/x", "ftp://example.com/x"])
      expect(() => read(`shop=${other}`)).toThrow();
    expect(() => read("shop=https://-oProxyCommand=x/y")).toThrow("no address");
    expect(() => read("../shop=https://example.com/y")).toThrow("not a name");
    const twice = ["shop=https://example.com/y", "shop=https://example.com/z"];
    expect(() => readRepositories(twice, { directory })).toThrow("named twice");
  });
});
