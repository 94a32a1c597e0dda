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

/** Call the result when the call ends. */
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
