export * from "@toolplane/library/openapi";
