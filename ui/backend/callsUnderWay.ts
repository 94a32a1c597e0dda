interface CallUnderWay {
  /** In milliseconds since 1970. */
  startedAt: number;
  isBackground: boolean;
}

type CallListener = (calls: ReadonlySet<CallUnderWay>) => void;

const callsUnderWay = new Set<CallUnderWay>();
const callListeners = new Set<CallListener>();

/** Calls the listener now and whenever a call starts or ends. */
export function followCalls(listener: CallListener): () => void {
  callListeners.add(listener);
  listener(callsUnderWay);
  return () => callListeners.delete(listener);
}

/** Returns a function to call when the call ends. */
export function startCall(isBackground = false): () => void {
  const call = { startedAt: Date.now(), isBackground };
  const tell = () => {
    for (const listener of callListeners) listener(callsUnderWay);
  };
  callsUnderWay.add(call);
  tell();
  return () => {
    callsUnderWay.delete(call);
    tell();
  };
}

interface StartedRead {
  sentToken: string;
  controller: AbortController;
  response: Promise<Response>;
}

/** A response that no call takes over within this time is dropped. */
const takenWithinMs = 10_000;

const startedReads = new Map<string, StartedRead>();

/** Sends a read and keeps its response for the call that asks for this URL. A failure is silent. */
export function keepStarted(
  url: string,
  sentToken: string,
  send: (signal: AbortSignal) => Promise<Response>,
): void {
  if (startedReads.has(url)) return;
  const controller = new AbortController();
  const started = { sentToken, controller, response: send(controller.signal) };
  const drop = () => {
    if (startedReads.get(url) === started) {
      startedReads.delete(url);
      controller.abort();
    }
  };
  startedReads.set(url, started);
  setTimeout(drop, takenWithinMs);
  const endCall = startCall();
  void started.response.then(({ ok }) => ok || drop(), drop).finally(endCall);
}

/** Returns the read with this URL, which then belongs to the caller. */
export function takeStarted(url: string): StartedRead | undefined {
  const started = startedReads.get(url);
  startedReads.delete(url);
  return started;
}

export function dropStartedReads(): void {
  for (const { controller } of startedReads.values()) controller.abort();
  startedReads.clear();
}
