export * from "@toolplane/library/agent";
