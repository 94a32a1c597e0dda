// A server far away: a proxy that lets each request wait before the backend gets it.
import http, { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Host, listen } from './hosts';

/** A request and its response, on the clock of `performance.now()`. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly start: number;
  /** Infinity while the response is incomplete. */
  readonly end: number;
}

export interface LateServer extends Host {
  /** All requests so far, in the order of their arrival. */
  readonly exchanges: readonly Exchange[];
}

/** Forwards all requests to the server, each one late by the same time. */
export async function startLateServer(server: string, lateMs: number): Promise<LateServer> {
  const { hostname, port } = new URL(server);
  const exchanges: Exchange[] = [];
  const host = await listen(
    createServer(async (request, response) => {
      const { url: address = '', method = 'GET', headers } = request;
      const at = exchanges.push({ method, address, start: performance.now(), end: Infinity }) - 1;
      response.on('close', () => {
        exchanges[at] = { ...(exchanges[at] as Exchange), end: performance.now() };
      });
      await wait(lateMs);
      if (response.destroyed) return;
      // A kept connection can be closed by the server at the moment of its reuse.
      const options = { hostname, port, method, headers, path: address, agent: false };
      const upstream = http.request(options, (answer) => {
        const { connection: _, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        response.flushHeaders();
        answer.pipe(response);
      });
      upstream.on('error', () => response.destroy());
      response.on('close', () => upstream.destroy());
      request.pipe(upstream);
    }),
  );
  return { ...host, exchanges };
}

/**
 * Returns the length of the longest chain of exchanges in which each one begins after the one before has
 * ended.
 */
export function tripsInARow(exchanges: readonly Exchange[]): number {
  let trips = 0;
  let end = -Infinity;
  // The one that ends first leaves most time for others.
  for (const exchange of [...exchanges].sort((one, other) => one.end - other.end)) {
    if (exchange.start < end) continue;
    trips += 1;
    end = exchange.end;
  }
  return trips;
}

/** Returns a line for each exchange, with its times since the first one in milliseconds. */
export function describeExchanges(exchanges: readonly Exchange[]): string {
  const [first] = exchanges;
  const printTime = (time: number) => String(Math.round(time - (first?.start ?? 0))).padStart(6);
  return exchanges
    .map(({ method, address, start, end }) => `${printTime(start)} ${printTime(end)}  ${method} ${address}`)
    .join('\n');
}
