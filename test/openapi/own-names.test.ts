import { fromOpenApi } from "@toolplane/openapi";
import { PRESETS } from "@toolplane/tools";
import { expect, it } from "vitest";

it("no operation can take the name of a tool that comes with toolplane", async () => {
  const own = new Set(
    Object.values(PRESETS).flatMap(({ tools }) =>
      tools.flatMap(({ id }) => [id, id.toUpperCase()]),
    ),
  );
  const paths = Object.fromEntries(
    [...own].map((operationId) => [`/${operationId}`, { get: { operationId } }]),
  );
  const servers = [{ url: "https://api.example" }];
  const { tools } = await fromOpenApi({ openapi: "3.1.0", info: {}, servers, paths });
  expect(tools).toHaveLength(own.size);
  expect(tools.filter(({ id }) => own.has(id)).map(({ id }) => id)).toEqual([]);
});
