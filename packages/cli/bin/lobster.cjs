#!/usr/bin/env node
"use strict";

// Starts the program from its bundles, one for each verb. V8's compiled code of a bundle is kept in a folder of the
// user's cache after its first run: it halves the start-up time. V8 itself runs stale and damaged code without a word,
// so that a kept file is named by the content of its bundle and checked against a sum before V8 sees it.

const fs = require("node:fs");
const path = require("node:path");

const program = path.join(__dirname, "..", "dist", "program");
const cacheFolder = openCacheFolder();
const loaded = new Map();

/** Loads the bundle `name` once. */
function load(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.module.exports;
  const file = path.join(program, name);
  // The bundles are pure ASCII: latin1 is the fast way to read them.
  const source = fs.readFileSync(file, "latin1");
  const module = { exports: {} };
  const entry = { module, script: null, kept: null, rejected: false };
  loaded.set(name, entry);
  if (cacheFolder === null) {
    entry.module = { exports: require(file) };
    return entry.module.exports;
  }
  // Below this size a bundle compiles more quickly than its kept code is read.
  if (source.length > 64_000) entry.kept = path.join(cacheFolder, cacheName(source, file));
  const cachedData = entry.kept === null ? undefined : readKept(entry.kept);
  const { Script } = require("node:vm");
  entry.script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData,
  });
  entry.rejected = cachedData === undefined || entry.script.cachedDataRejected === true;
  const requireFrom = (wanted) => (/^\.\/[\w-]+\.cjs$/.test(wanted) ? load(wanted.slice(2)) : require(wanted));
  entry.script.runInThisContext().call(module.exports, module.exports, requireFrom, module, file, program);
  return module.exports;
}

/**
 * Named by the bundle's content (the sum in its first line, written at build time), its file and V8's version. V8 itself
 * refuses code that was made under other flags.
 */
function cacheName(source, file) {
  const stat = fs.statSync(file);
  const content = /^\/\*([0-9a-f]{64})\*\//.exec(source)?.[1] ?? "none";
  const engine = `${process.versions.v8}-${process.arch}`.replace(/[^\w.-]/g, "_");
  return `${content.slice(0, 32)}-${stat.size}-${Math.trunc(stat.mtimeMs)}-${engine}`;
}

/** Four bytes of CRC-32, then the data; undefined for anything that is not exactly that. */
function readKept(file) {
  try {
    const bytes = fs.readFileSync(file);
    const data = bytes.subarray(4);
    if (bytes.length > 4 && require("node:zlib").crc32(data) === bytes.readUInt32LE(0)) return data;
  } catch {
    // Not there yet.
  }
  return undefined;
}

/** Keeps the code of bundles that ran without it: after the run, so that lazily compiled functions are in it. */
function keep() {
  if (cacheFolder === null) return;
  try {
    for (const { script, kept, rejected } of loaded.values()) {
      if (script === null || kept === null || !rejected) continue;
      const data = script.createCachedData();
      const sum = Buffer.alloc(4);
      sum.writeUInt32LE(require("node:zlib").crc32(data));
      const temporary = `${kept}.${process.pid}.tmp`;
      fs.writeFileSync(temporary, Buffer.concat([sum, data]), { mode: 0o600, flag: "wx" });
      fs.renameSync(temporary, kept);
      prune();
    }
  } catch {
    // A cache that cannot be written is no fault of the run.
  }
}

/** Old versions leave files behind: above a hundred, the oldest half goes. */
function prune() {
  const files = fs.readdirSync(cacheFolder).map((name) => path.join(cacheFolder, name));
  if (files.length <= 100) return;
  const byAge = files.map((file) => [fs.statSync(file).mtimeMs, file]).toSorted((a, b) => a[0] - b[0]);
  for (const [, file] of byAge.slice(0, 50)) fs.rmSync(file, { force: true });
}

/** A folder that only this user can write: whoever writes there decides what runs. Null: no cache. */
function openCacheFolder() {
  try {
    if (process.env.LOBSTER_NO_CACHE || process.platform === "win32") return null;
    const base = process.env.XDG_CACHE_HOME || (process.env.HOME && path.join(process.env.HOME, ".cache"));
    if (!base || !path.isAbsolute(base)) return null;
    const folder = path.join(base, "lobster", "code");
    let stat = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined) {
      makeFolder(folder);
      stat = fs.lstatSync(folder);
    }
    const own = stat.isDirectory() && stat.uid === process.getuid() && (stat.mode & 0o077) === 0;
    return own ? folder : null;
  } catch {
    return null;
  }
}

/** Not by `recursive`: that never comes back where a folder takes no new ones (`HOME=/proc/x`). */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}

function start() {
  if (!fs.existsSync(path.join(program, "main.cjs"))) {
    fs.writeSync(2, "lobster: the program is not built yet: run `npm run build`\n");
    process.exit(1);
  }
  const { main, processIo } = load("main.cjs");
  void main(process.argv.slice(2), processIo()).then((code) => {
    // Whoever sent a signal waits for the end.
    if (code < 128) keep();
    process.exit(code);
  });
}

start();
