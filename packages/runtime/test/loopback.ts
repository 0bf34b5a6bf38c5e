import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

/** What came in. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

export interface Loopback {
  readonly url: string;
  readonly received: readonly Received[];
}

/** An answer: a status and JSON (or a text as it is), or whatever the function does with the response. */
export type Answer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Record<string, string>;
    }
  | ((response: ServerResponse) => void);

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A real server on this machine, that answers what `answer` says of each request. */
export async function loopback(answer: (request: Received) => Answer): Promise<Loopback> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const one = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: text === "" ? null : (JSON.parse(text) as unknown),
      };
      received.push(one);
      respond(response, answer(one));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function respond(response: ServerResponse, answer: Answer): void {
  if (typeof answer === "function") return answer(response);
  response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
  response.end(answer.text ?? JSON.stringify(answer.json));
}
