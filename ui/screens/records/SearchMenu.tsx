import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/basics/Button';
import { joinClasses } from '../../components/basics/joinClasses';
import { Dropdown } from '../../components/overlay/Dropdown';
import css from './SearchButtons.module.css';

interface Props {
  label: string;
  icon: LucideIcon;
  /** The name of what is chosen; '' or absent: the button shows its label. */
  chosen?: string;
  isOn?: boolean;
  'aria-pressed'?: boolean;
  'data-opens'?: string;
  children: ReactNode;
}

/** A menu beside the search; on a phone below it. */
export function SearchMenu({ label, icon, chosen, isOn = false, children, ...button }: Props) {
  return (
    <Dropdown
      label={label}
      placement="bottom-end"
      trigger={(props) => (
        <Button
          {...props}
          {...button}
          icon={icon}
          aria-label={chosen ? `${label}: ${chosen}` : label}
          className={joinClasses(css.button, isOn && css.on)}
        >
          <span className={joinClasses(css.name, 'ellipsis')} translate={chosen ? 'no' : undefined}>
            {chosen || label}
          </span>
        </Button>
      )}
    >
      {children}
    </Dropdown>
  );
}
