import { StringDecoder } from "node:string_decoder";
import { abortError, throwIfAborted } from "../abort.ts";
import { pollMs } from "../capture.ts";
import { StepFailure } from "../failures.ts";
import { tooMuchOutput, type RunLimits } from "../limits.ts";
import { chunksOf, openPipe } from "../pipe.ts";
import type { Exit, RunningProcess } from "../process.ts";
import { exitName, lastWords, tailOf } from "../last-words.ts";
import { openSink, type Sink } from "../sink.ts";
import type { StageContext } from "./command.ts";
import type { ExecCommand } from "./exec.ts";
import type { SpooledInput } from "./exec-input.ts";

/** A longer line is no line: it would be held in memory as a whole. */
const maxLineLength = 64 * 1024 * 1024;

/**
 * The lines of a child's standard output as they come, blank ones left out. The child runs no faster than its lines are
 * taken; when nobody takes more, its whole group is ended and its exit code is nobody's business.
 */
export async function* streamLines(
  command: ExecCommand,
  stdin: SpooledInput,
  context: StageContext,
): AsyncIterable<readonly string[]> {
  const { world, signal } = context;
  throwIfAborted(signal);
  const stderr = await openSink(world, "2", { limit: world.limits.maxOutputBytes, onChunk: world.onStderr });
  context.keepStderr(stderr.path);
  let child: RunningProcess | null = null;
  let isDone = false;
  const end = () => void child?.end();
  const timer = setInterval(stderr.look, pollMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    const started = await start(command, stdin, stderr, context);
    child = started.child;
    stderr.follow(child.exited, end);
    stdin.feed?.(child);
    if (signal.aborted) end();
    yield* lines(started.chunks, signal, world.limits, command.stage);
    const exit = await child.exited;
    isDone = true;
    await stderr.close();
    if (signal.aborted) throw abortError(signal);
    if (stderr.isOver()) throw new StepFailure(tooMuchOutput("stderr", world.limits));
    const fault = stdin.fault?.();
    if (fault !== undefined) throw fault;
    if (exit.code !== 0) throw exitFailure(exit, started.firstText(), stderr.path, command);
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", end);
    if (!isDone) await (child as RunningProcess | null)?.end();
    await stderr.close();
  }
}

interface Started {
  readonly child: RunningProcess;
  readonly chunks: AsyncIterable<Buffer>;
  /** The start of the output, to quote it when the child fails. */
  readonly firstText: () => string;
}

async function start(
  command: ExecCommand,
  stdin: SpooledInput,
  stderr: Sink,
  { world, cwd }: StageContext,
): Promise<Started> {
  const output = await openPipe(world);
  try {
    const stdout = output?.descriptor ?? "stream";
    const child = await world.start({ ...command, cwd, stdin: stdin.descriptor, stdout, stderr: stderr.descriptor });
    const stream = output?.stream ?? child.stdout;
    if (stream === null) throw new Error("a streamed child has no output stream");
    let first = "";
    const chunks = (async function* () {
      for await (const chunk of chunksOf(stream, child.exited)) {
        if (first.length < 4096) first += chunk.toString("utf8", 0, 4096);
        yield chunk;
      }
    })();
    return { child, chunks, firstText: () => first };
  } catch (error) {
    output?.stream.destroy();
    throw error;
  } finally {
    if (output !== null) world.files.closeDescriptor(output.descriptor);
  }
}

async function* lines(
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
  limits: RunLimits,
  stage: string,
): AsyncIterable<readonly string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let bytes = 0;
  for await (const chunk of chunks) {
    throwIfAborted(signal);
    bytes += chunk.length;
    if (bytes > limits.maxOutputBytes) throw new StepFailure(tooMuchOutput("stdout", limits));
    const pieces = (rest + decoder.write(chunk)).split("\n");
    rest = pieces.pop() ?? "";
    if (rest.length > maxLineLength) {
      const advice =
        stage === "exec" ? "use --json, or let the program write lines" : "let the program write shorter ones";
      throw new StepFailure(`${stage}: a line is longer than 64 MiB; ${advice}`);
    }
    const batch = pieces.map(withoutReturn).filter((line) => line !== "");
    if (batch.length > 0) yield batch;
  }
  const last = withoutReturn(rest + decoder.end());
  if (last !== "") yield [last];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Words of a failed child: its code, and what it said last on standard error, else on standard output, else its command. */
export function exitFailure(
  exit: Exit,
  stdout: string,
  stderrPath: string,
  { label, stage }: Pick<ExecCommand, "label" | "stage">,
): StepFailure {
  const said = lastWords(tailOf(stderrPath)) || lastWords(stdout) || label.trim();
  return new StepFailure(`${stage} failed (${exitName(exit)}): ${said}`, { exitCode: exit.code });
}
