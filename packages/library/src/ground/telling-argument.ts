export { tellingArgument } from "@toolplane/kernel";
