import { createRequire } from "node:module";
import { ConfigurationError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { loadPackage } from "./load-package.ts";

/** As Node rejects an import of a package that is not installed. */
function absent(name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from /app/a.js`), {
    code: "ERR_MODULE_NOT_FOUND",
  });
}

describe("loadPackage", () => {
  it("says which package to install when a provider is not installed", async () => {
    const loading = loadPackage("@ai-sdk/openai", {
      what: "This model",
      where: "model",
      load: () => Promise.reject(absent("@ai-sdk/openai")),
    });
    await expect(loading).rejects.toThrow("npm install @ai-sdk/openai");
    await expect(loading).rejects.toBeInstanceOf(ConfigurationError);
  });

  it("leaves the failure of a provider that misses a part of its own as it is", async () => {
    const loading = loadPackage("@ai-sdk/openai", {
      what: "This model",
      where: "model",
      load: () => Promise.reject(absent("zod")),
    });
    await expect(loading).rejects.toThrow("Cannot find package 'zod'");
  });

  it("hands over what was loaded", async () => {
    const load = async () =>
      createRequire(import.meta.url)("node:path") as { readonly sep: string };
    expect(
      (await loadPackage("path", { what: "This model", where: "model", load: load })).sep,
    ).toBe("/");
  });
});
