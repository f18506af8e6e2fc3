export * from "@toolplane/library";
