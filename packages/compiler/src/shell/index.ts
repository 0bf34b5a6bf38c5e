export { lowerScript, type LoweredScript, type ScriptNames } from "./lower-script.ts";
