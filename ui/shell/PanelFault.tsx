import type { ReactNode } from 'react';
import { Popup } from '../components/overlay/Popup';

/** In the place of a panel that broke. */
export function PanelFault({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Popup title="Error" onClose={onClose}>
      {children}
    </Popup>
  );
}
