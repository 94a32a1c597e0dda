import type { LucideIcon } from 'lucide-react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { hasModifier } from '../../base/keys';
import { Icon } from '../basics/Icon';
import css from './Accordion.module.css';

export interface AccordionProps {
  icon: LucideIcon;
  title: ReactNode;
  /** Shown at the end of the header, such as a badge. */
  status?: ReactNode;
  hasErrors?: boolean | undefined;
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

const heads = ':is(h2, h3, h4) > button[aria-expanded]';

/** Up, Down, Home and End lead from header to header. */
export function AccordionFrame({ children }: { children: ReactNode }) {
  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(heads)];
    const at = all.indexOf(event.target as HTMLElement);
    const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at === -1 || wanted === undefined || hasModifier(event)) return;
    event.preventDefault();
    all[wanted]?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key for all headers inside
    <div className={css.frame} onKeyDown={handleKeyDown}>
      {children}
    </div>
  );
}
