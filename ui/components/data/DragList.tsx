import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useId, useRef } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './DragList.module.css';
import { type DragLayout, useDragList } from './useDragList';

interface DragListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Returns the name by which screen readers announce the moved item. */
  nameOf: (item: T) => string;
  /** Called once, when the item at `from` is dropped at `to`. */
  onReorder: (items: T[], from: number, to: number) => void;
  /** `grip` goes to the start of the item; it is null in a disabled list. */
  renderItem: (item: T, grip: ReactNode) => ReactNode;
  /** The accessible name of the list. */
  label: string;
  /** Rows with hairlines between them, or chips that wrap into lines. */
  layout?: DragLayout | undefined;
  isDisabled?: boolean | undefined;
}

/** A list that is reordered by its grips: by pointer, or by Space, arrow keys and Space again. */
export function DragList<T>(props: DragListProps<T>) {
  const { items, keyOf, nameOf, onReorder, renderItem, label, layout = 'vertical' } = props;
  const helpId = useId();
  const list = useRef<HTMLUListElement>(null);
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  const keys = [...byKey.keys()];
  const itemsOf = (order: readonly string[]) => order.map((key) => byKey.get(key) as T);
  const { lift, gripEvents, listEvents } = useDragList({
    list,
    keys,
    layout,
    nameOf: (key) => nameOf(byKey.get(key) as T),
    onReorder: (order, from, to) => onReorder(itemsOf(order), from, to),
  });

  return (
    <>
      <ul
        ref={list}
        className={joinClasses(css[layout], lift?.isByPointer && css.isDragged)}
        aria-label={label}
        {...listEvents}
      >
        {itemsOf(lift?.order ?? keys).map((item) => {
          const key = keyOf(item);
          const isLifted = lift?.key === key;
          const grip = (
            <button
              type="button"
              className={css.grip}
              aria-label={`Move ${nameOf(item)}`}
              aria-describedby={helpId}
              aria-pressed={isLifted}
              disabled={items.length < 2}
              {...gripEvents(key)}
            >
              <Icon of={GripVertical} size="small" />
            </button>
          );
          return (
            <li key={key} className={joinClasses(css.item, isLifted && css.isLifted)}>
              {renderItem(item, props.isDisabled ? null : grip)}
            </li>
          );
        })}
      </ul>
      <span id={helpId} hidden>
        Press Space to lift or drop, the arrow keys to move, Escape to cancel.
      </span>
    </>
  );
}
