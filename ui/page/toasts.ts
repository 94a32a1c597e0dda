import { proxy, ref } from 'valtio/vanilla';

type ToastKind = 'info' | 'success' | 'warning' | 'error';

interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  durationMs: number;
  /** The number of restarts: showing the same message again restarts its timer. */
  round: number;
  /** The button of the message, such as Undo. (ref) */
  action: ToastAction | null;
}

interface ToastAction {
  label: string;
  /** It changes data of the server. */
  writes?: boolean;
  run: () => void | Promise<void>;
}

const undoMs = 10_000;
const durationsMs: Record<ToastKind, number> = { info: 4000, success: 3000, warning: 4500, error: 4500 };

export const state = proxy<{ items: Toast[] }>({ items: [] });

const timers = new Map<number, ReturnType<typeof setTimeout>>();
const held = new Set<number>();
let lastId = 0;
let lastUndoId = 0;

export const info = (message: string, durationMs?: number) => show('info', message, durationMs);
export const success = (message: string, durationMs?: number) => show('success', message, durationMs);
export const warning = (message: string, durationMs?: number) => show('warning', message, durationMs);
export const error = (message: string, durationMs?: number) => show('error', message, durationMs);

/** Returns the id for `close`. */
function show(kind: ToastKind, message: string, durationMs = durationsMs[kind]): number {
  const same = state.items.find((toast) => toast.kind === kind && toast.message === message && !toast.action);
  if (same) {
    same.durationMs = durationMs;
    same.round += 1;
    startTimer(same);
    return same.id;
  }
  lastId += 1;
  return add({ id: lastId, kind, message, durationMs, round: 0, action: null });
}

function add(toast: Toast): number {
  state.items.push(toast);
  startTimer(toast);
  return toast.id;
}

export function undoable(message: string, undo: () => void | Promise<void>, { writes = false } = {}): number {
  lastId += 1;
  lastUndoId = lastId;
  const toast = { kind: 'success' as const, message, durationMs: undoMs, round: 0 };
  return add({ ...toast, id: lastId, action: ref({ label: 'Undo', writes, run: undo }) });
}

/** Shows a warning with a button for details. It stays as long as one with Undo. */
export function withAction(message: string, action: ToastAction): number {
  lastId += 1;
  return add({ id: lastId, kind: 'warning', message, durationMs: undoMs, round: 0, action: ref(action) });
}

/** Presses the button of a message, and closes it. */
export function pressAction(id: number): void {
  const action = state.items.find((toast) => toast.id === id)?.action;
  close(id);
  void action?.run();
}

/** True while the newest Undo is shown. */
export const hasUndo = () => state.items.some(({ id }) => id === lastUndoId);

/** Presses the newest Undo while it is shown, never an older one. */
export function pressNewestUndo(): void {
  if (hasUndo()) pressAction(lastUndoId);
}

function startTimer({ id, durationMs }: Toast): void {
  clearTimeout(timers.get(id));
  if (held.has(id)) return;
  timers.set(
    id,
    setTimeout(() => close(id), durationMs),
  );
}

export function close(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  held.delete(id);
  state.items = state.items.filter((toast) => toast.id !== id);
}

export function closeAll(): void {
  for (const { id } of [...state.items]) close(id);
}

/** Keeps the toast open for a reader until `release`. */
export function hold(id: number): void {
  held.add(id);
  clearTimeout(timers.get(id));
}

/** Restarts the timer of the toast. */
export function release(id: number): void {
  held.delete(id);
  const toast = state.items.find((item) => item.id === id);
  if (!toast) return;
  toast.round += 1;
  startTimer(toast);
}
