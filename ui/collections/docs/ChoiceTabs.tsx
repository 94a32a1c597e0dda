import { Fragment, type KeyboardEvent, useRef } from 'react';
import { hasModifier } from '../../base/keys';

interface Props<Key extends string> {
  groups: readonly (readonly { key: Key; label: string }[])[];
  current: Key;
  onChange: (key: Key) => void;
  label: string;
  /** The `id` of the panel that the tabs control. */
  panelId: string;
  isUpright?: boolean;
  className: string | undefined;
}

/** Tab stops once; arrow keys move between the tabs. */
export function ChoiceTabs<Key extends string>(props: Props<Key>) {
  const { groups, current, onChange, label, panelId, isUpright = false, className } = props;
  const list = useRef<HTMLDivElement>(null);
  const all = groups.flat();

  const handleKeyDown = (event: KeyboardEvent) => {
    const at = all.findIndex(({ key }) => key === current);
    const last = all.length - 1;
    const [next, previous] = isUpright ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    const wanted = {
      [next as string]: at === last ? 0 : at + 1,
      [previous as string]: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const choice = wanted === undefined ? undefined : all[wanted];
    if (!choice || hasModifier(event)) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[all.indexOf(choice)]?.focus();
    onChange(choice.key);
  };

  return (
    <div
      ref={list}
      className={className}
      role="tablist"
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : undefined}
      onKeyDown={handleKeyDown}
    >
      {groups.map((group, at) => (
        <Fragment key={group[0]?.key}>
          {at > 0 && <hr role="presentation" />}
          {group.map(({ key, label: text }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${panelId}-${key}`}
              aria-selected={key === current}
              aria-controls={key === current ? panelId : undefined}
              tabIndex={key === current ? 0 : -1}
              onClick={() => onChange(key)}
            >
              {text}
            </button>
          ))}
        </Fragment>
      ))}
    </div>
  );
}
