export * from "./rule.ts";
export * from "./model.ts";
