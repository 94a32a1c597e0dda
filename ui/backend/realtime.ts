import type { AnyRecord } from '../model/record';
import { ApiError } from './ApiError';
import { apiAddress, request } from './client';

/**
 * Record changes from the server's realtime stream.
 *
 *   const stop = listen({ topic: `${collection.id}/*`, onEvent: (event) => ..., onState: (state) => ... });
 *
 * A broken stream is opened again without limit, with growing delays. The session decides which events
 * arrive. The server removes that right without a message, so the subscription is sent again from time to
 * time. When the server refuses it, the state is 'denied'.
 */
export interface RealtimeEvent {
  action: 'create' | 'update' | 'delete';
  /** As a list has it, but with whole texts and without related records. */
  record: AnyRecord;
}

export type StreamState = 'connecting' | 'open' | 'lost' | 'denied';

interface Listener {
  /** A collection's `id/*`, or `id/record`. */
  topic: string;
  onEvent: (event: RealtimeEvent) => void;
  onState: (state: StreamState) => void;
}

const connectTimeoutMs = 15_000;
/** The delays before each reconnect; the last one repeats. */
const reconnectAfterMs = [200, 300, 500, 1000, 1200, 1500, 2000];
const resendTries = 3;
const confirmEveryMs = 60_000;

export function listen({ topic, onEvent, onState }: Listener): () => void {
  let source: EventSource | null = null;
  let clientId = '';
  let failures = 0;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    onState(failures === 0 ? 'connecting' : 'lost');
    const stream = new EventSource(apiAddress('realtime'));
    source = stream;
    timer = setTimeout(reconnect, connectTimeoutMs);
    stream.addEventListener('PB_CONNECT', (event) => {
      clientId = idOf(event);
      void subscribe(resendTries);
    });
    stream.addEventListener(topic, (event) => {
      const told = eventOf(event);
      if (told) onEvent(told);
    });
    // The browser would reconnect at its own pace, with a client id that the server no longer knows.
    stream.onerror = () => {
      if (source === stream) reconnect();
    };
  }

  function reconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    if (isStopped) return;
    onState('lost');
    const wait = reconnectAfterMs[Math.min(failures, reconnectAfterMs.length - 1)];
    failures += 1;
    timer = setTimeout(connect, wait);
  }

  async function subscribe(triesLeft: number): Promise<void> {
    const mine = clientId;
    try {
      await request('POST', 'realtime', {
        body: { clientId: mine, subscriptions: [topic] },
        isBackground: true,
      });
      if (isStopped || mine !== clientId) return;
      clearTimeout(timer);
      failures = 0;
      onState('open');
      timer = setTimeout(() => void subscribe(0), confirmEveryMs);
    } catch (error) {
      if (isStopped || mine !== clientId) return;
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (triesLeft > 0) await subscribe(triesLeft - 1);
      else if (isRefused && source?.readyState === EventSource.OPEN && failures === 0) deny();
      else reconnect();
    }
  }

  function deny(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
    onState('denied');
  }

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    source?.close();
  };
}

function idOf(event: Event): string {
  const id = parsed(event)?.['clientId'];
  return typeof id === 'string' ? id : '';
}

/** Returns null for a message that is no record event. */
function eventOf(event: Event): RealtimeEvent | null {
  const data = parsed(event);
  const record = data?.['record'] as RealtimeEvent['record'] | undefined;
  const action = data?.['action'];
  const isKnown = action === 'create' || action === 'update' || action === 'delete';
  return isKnown && typeof record?.id === 'string' ? { action, record } : null;
}

function parsed(event: Event): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse((event as MessageEvent<string>).data);
    return typeof data === 'object' ? (data as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
