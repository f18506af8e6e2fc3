import { expect, it } from "vitest";

const imported = (path: string): Promise<object> => import(path) as Promise<object>;

it("A file that was found before is found again, and one that is not there is missed each time", async () => {
  for (const _time of [1, 2]) {
    expect(await imported("./own-path.ts")).toHaveProperty("ownPath");
    await expect(imported("./nowhere.ts")).rejects.toMatchObject({ code: "ERR_MODULE_NOT_FOUND" });
    await expect(imported("node:nowhere")).rejects.toMatchObject({
      code: "ERR_UNKNOWN_BUILTIN_MODULE",
    });
  }
});
