import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a model is asked: the prompt, and what it reads. */
export interface Question {
  readonly prompt: string;
  readonly reads: readonly unknown[];
}

/** What the server says instead of an answer. */
export type Trouble = (response: ServerResponse) => void;

export interface ModelServer {
  readonly url: string;
  readonly questions: readonly Question[];
  close(): void;
}

interface Artifact {
  readonly data?: unknown;
  readonly text?: string;
}

/**
 * A model on this machine, reached as an adapter (`/invoke`) and as the llm-task tool of a gateway (`/tools/invoke`), each in
 * the shape that the real one gives. `answer` gives the data; trouble instead of it answers by itself.
 */
export async function modelServer(answer: (question: Question) => unknown, trouble?: Trouble): Promise<ModelServer> {
  const questions: Question[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
      const asTool = request.url === "/tools/invoke";
      const said = asTool ? (body["args"] as Record<string, unknown>) : body;
      const artifacts = (asTool ? said["input"] : said["artifacts"]) as readonly Artifact[];
      const question = { prompt: said["prompt"] as string, reads: artifacts.map((one) => one.data ?? one.text ?? one) };
      questions.push(question);
      if (trouble !== undefined) return trouble(response);
      const data = answer(question);
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
      response.end(JSON.stringify(asTool ? ofTheTool(data) : ofAnAdapter(data)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function ofAnAdapter(data: unknown) {
  return { ok: true, result: { runId: "run-1", model: "small", status: "completed", output: { data } } };
}

function ofTheTool(data: unknown) {
  const text = JSON.stringify(data, null, 2);
  return {
    ok: true,
    result: { content: [{ type: "text", text }], details: { json: data, provider: "p", model: "m" } },
  };
}
