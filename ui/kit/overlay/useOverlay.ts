/**
 * The behaviour that panels and popups share.
 *
 * An overlay is open while its component is mounted. To close, it calls `canClose`, plays its closing
 * transition and returns the focus. Only then it calls `onClose`, where the opener unmounts it. It cannot
 * close while `isBusy`. Escape reaches only the topmost overlay, and only if nothing inside has handled it
 * (preventDefault).
 *
 *   {isOpen && (
 *     <Popup title="New mail" onClose={() => setOpen(false)} canClose={askWhenChanged} onSubmit={save}
 *       footer={<>
 *         <CloseButton>Cancel</CloseButton>
 *         <Button kind="primary" type="submit">Save</Button>
 *       </>}
 *     >...</Popup>
 *   )}
 *
 * It also closes when `onSubmit` resolves to true; other work closes it by its `handle`.
 */
import {
  type MouseEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { focusFirst, useModal } from './useModal';

export interface OverlayHandle {
  /** `isDone`: the work is done, so `isBusy` and `canClose` are ignored. */
  close(options?: { isDone?: boolean }): void;
}

export interface OverlayProps {
  onClose: () => void;
  /** Return false, or a promise of false, to keep the overlay open. */
  canClose?: (() => boolean | Promise<boolean>) | undefined;
  closesOnEscape?: boolean | undefined;
  closesOnBackdrop?: boolean | undefined;
  isBusy?: boolean | undefined;
  handle?: Ref<OverlayHandle> | undefined;
}

export type Overlay = ReturnType<typeof useOverlay>;

const transitionMs = 150;

export function useOverlay(props: OverlayProps) {
  const { closesOnEscape = true, closesOnBackdrop = true, handle } = props;
  const host = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const isAsking = useRef(false);
  const pressedBackdrop = useRef(false);
  const [isClosing, setIsClosing] = useState(false);

  useLayoutEffect(() => {
    latest.current = props;
  });

  const closeWhenFree = () => {
    if (!latest.current.isBusy) setIsClosing(true);
  };

  const close: OverlayHandle['close'] = ({ isDone = false } = {}) => {
    if (isDone) {
      setIsClosing(true);
      return;
    }
    if (isAsking.current || latest.current.isBusy) return;
    const may = latest.current.canClose?.() ?? true;
    if (may === true) closeWhenFree();
    if (typeof may === 'boolean') return;
    isAsking.current = true;
    // `closeWhenFree`, because work may start inside while the question is open.
    void may
      .then((yes) => yes && closeWhenFree())
      .finally(() => {
        isAsking.current = false;
      });
  };

  useImperativeHandle(handle, () => ({ close }));
  useModal({
    isActive: !isClosing,
    host,
    dialog,
    onEscape: () => closesOnEscape && close(),
  });

  useLayoutEffect(() => {
    if (!isClosing || !host.current) return;
    // Block clicks while it closes. Use a timer, because a transition may never end.
    host.current.inert = true;
    const timer = setTimeout(() => latest.current.onClose(), transitionMs);
    return () => clearTimeout(timer);
  }, [isClosing]);

  // While it was busy, the dialog itself may have had the focus, because nothing inside could take it.
  useLayoutEffect(() => {
    if (!props.isBusy && document.activeElement === dialog.current) focusFirst(dialog.current);
  }, [props.isBusy]);

  return {
    isClosing,
    host,
    dialog,
    close: (): void => close(),
    /** Closes it because its work is done. */
    finish: (): void => setIsClosing(true),
    backdropEvents: {
      onPointerDown: (event: PointerEvent) => {
        pressedBackdrop.current = event.target === event.currentTarget;
      },
      // Closes, but not after a drag from inside (such as a text selection), nor at the second click of a double click
      // that opened it.
      onClick: ({ detail, target, currentTarget }: MouseEvent) => {
        if (closesOnBackdrop && pressedBackdrop.current && detail < 2 && target === currentTarget) close();
        pressedBackdrop.current = false;
      },
    },
  };
}
