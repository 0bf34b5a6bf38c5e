import { Refusal } from "./vault.mjs";

/** The day to reckon from: the one that is given, else the one of the clock. */
export function today(given) {
  if (given === undefined || given === "") return new Date().toISOString().slice(0, 10);
  if (isDay(given)) return given;
  throw new Refusal(`\`${given}\` is no day: write YYYY-MM-DD`, 2);
}

export function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** Whole days from one day to another. */
export function daysBetween(from, to) {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
