import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

export type Signal = 'info' | 'success' | 'warning' | 'danger';

/** A signal is never a colour alone: each has its icon. */
export const signalIcons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };
