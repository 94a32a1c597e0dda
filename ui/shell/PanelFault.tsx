import type { ReactNode } from 'react';
import { Popup } from '../components/overlay/Popup';

/** Shown in place of a panel that threw. */
export function PanelFault({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Popup title="Error" onClose={onClose}>
      {children}
    </Popup>
  );
}
