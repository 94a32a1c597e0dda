import { useSnapshot } from 'valtio';
import { Toast } from '../components/page/Toast';
import { ToastRegion } from '../components/page/ToastRegion';
import * as toasts from '../state/toasts';

/** The messages on screen, newest at the bottom. */
export function Toasts() {
  const { items } = useSnapshot(toasts.state);
  return (
    <ToastRegion>
      {items.map(({ id, ...toast }) => (
        <Toast
          key={id}
          {...toast}
          onHold={() => toasts.hold(id)}
          onRelease={() => toasts.release(id)}
          onClose={() => toasts.close(id)}
        />
      ))}
    </ToastRegion>
  );
}
