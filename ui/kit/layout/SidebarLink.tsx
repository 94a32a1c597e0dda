import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './SidebarLink.module.css';

interface Props {
  href: string;
  icon: LucideIcon;
  isCurrent: boolean;
  /** True if the text is data, such as a collection's name, so it is not translated. */
  isName?: boolean | undefined;
  onFollow: () => void;
  tabIndex?: number;
  end?: ReactNode;
  children: string;
}

/** A link of a page sidebar, as high as its container. */
export function SidebarLink(props: Props) {
  const { href, icon, isCurrent, isName = false, onFollow, tabIndex, end, children } = props;
  return (
    <div className={joinClasses(css.root, isCurrent && css.current)}>
      <a
        className={css.link}
        href={href}
        data-tooltip={children}
        data-tooltip-placement="right"
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={tabIndex}
        onClick={onFollow}
      >
        <Icon of={icon} size={15} />
        <span className="ellipsis" translate={isName ? 'no' : undefined}>
          {children}
        </span>
      </a>
      {end}
    </div>
  );
}

export function SidebarGroup({ children }: { children: string }) {
  return <h2 className={css.group}>{children}</h2>;
}
