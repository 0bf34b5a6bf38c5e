// One of the two programs, kept in a process of its own because starting it takes longer than most files run. A message
// is a command line with its folder and environment; the answer is what the program printed and its exit code.
//   node worker.mjs original MODULE    runs `runCli` of the original
//   node worker.mjs ours MODULE        runs `main` of the built program
import { createRequire } from "node:module";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [name, module] = process.argv.slice(2);
const run = name === "original" ? await original() : ours();

process.on("message", async ({ words, cwd, env }) => {
  const written = { stdout: "", stderr: "" };
  process.chdir(cwd);
  for (const key of Object.keys(process.env)) delete process.env[key];
  Object.assign(process.env, env);
  const code = await run(words, written).catch((error) => {
    written.stderr += `${error?.stack ?? error}\n`;
    return 1;
  });
  process.send({ code, ...written });
});

/** The original writes to the process's own streams. */
async function original() {
  const { runCli } = await import(pathToFileURL(module).href);
  return async (words, written) => {
    const streams = [process.stdout, process.stderr];
    const writers = streams.map((stream) => stream.write);
    for (const [i, key] of ["stdout", "stderr"].entries()) {
      streams[i].write = (text, ...rest) => {
        written[key] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
        rest.findLast((each) => typeof each === "function")?.();
        return true;
      };
    }
    process.exitCode = undefined;
    try {
      await runCli(words);
      return process.exitCode ?? 0;
    } finally {
      for (const [i, stream] of streams.entries()) stream.write = writers[i];
      process.exitCode = undefined;
    }
  };
}

function ours() {
  const { main } = createRequire(import.meta.url)(module);
  return (words, written) => {
    const output = (key) => ({
      isTTY: false,
      columns: 80,
      write(text) {
        written[key] += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
      },
    });
    return main(words, {
      stdin: { isTTY: false, readAll: async () => Buffer.alloc(0), readLine: async () => null },
      stdout: output("stdout"),
      stderr: output("stderr"),
      env: process.env,
      cwd: process.cwd(),
      onSignal: () => () => {},
      onCrash: () => () => {},
    });
  };
}
