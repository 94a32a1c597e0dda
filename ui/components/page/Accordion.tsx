import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../basics/Icon';
import css from './Accordion.module.css';

export interface AccordionProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Shown at the end of the header, such as a badge. */
  status?: ReactNode;
  hasErrors?: boolean | undefined;
  /** The level of the heading. */
  level?: 2 | 3 | 4 | undefined;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A header that opens its section and scrolls it into view. Several accordions share one frame. */
export function Accordion({
  icon,
  title,
  status,
  hasErrors,
  level = 3,
  isOpen,
  onToggle,
  children,
}: AccordionProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  const Heading = `h${level}` as const;

  useEffect(() => {
    if (isOpen && !wasOpen.current) root.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <div ref={root} className={css.item}>
      <Heading className={css.heading}>
        <button
          type="button"
          id={id}
          className={css.head}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-body` : undefined}
          onClick={() => onToggle(!isOpen)}
        >
          <Icon of={icon} />
          <span className={css.title}>{title}</span>
          {hasErrors && (
            <span className={css.fault} data-tooltip="Has errors">
              <Icon of={CircleAlert} />
              <span className="visuallyHidden">Has errors</span>
            </span>
          )}
          {status}
          <span className={css.chevron}>
            <Icon of={ChevronDown} />
          </span>
        </button>
      </Heading>
      {isOpen && (
        <section className={css.body} id={`${id}-body`} aria-labelledby={id}>
          {children}
        </section>
      )}
    </div>
  );
}

export function AccordionFrame({ children }: { children: ReactNode }) {
  return <div className={css.frame}>{children}</div>;
}
