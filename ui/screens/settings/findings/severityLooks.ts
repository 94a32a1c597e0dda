import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { BadgeKind } from '../../../components/basics/Badge';
import type { Severity } from '../../../model/findings/finding';
import css from './FindingsPage.module.css';

interface Look {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly badge: BadgeKind;
  readonly className: string | undefined;
}

export const severityLooks: Readonly<Record<Severity, Look>> = {
  critical: { icon: OctagonAlert, name: 'Critical', badge: 'danger', className: css.danger },
  high: { icon: TriangleAlert, name: 'High', badge: 'danger', className: css.danger },
  medium: { icon: CircleAlert, name: 'Medium', badge: 'warning', className: css.warning },
  low: { icon: Info, name: 'Low', badge: 'info', className: css.info },
};
