export * from "@toolplane/library/record";
