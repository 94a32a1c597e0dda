import GripVertical from 'lucide-react/icons/grip-vertical';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { movedItem } from '../../base/lists';
import { announce } from '../basics/announce';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './DragList.module.css';

interface DragListProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Returns the name by which screen readers announce the moved item. */
  nameOf: (item: T) => string;
  /** Called once, when the item at `from` is dropped at `to`. */
  onReorder: (items: T[], from: number, to: number) => void;
  /** `grip` goes to the start of the item; it is null in a disabled list. */
  renderItem: (item: T, grip: ReactNode) => ReactNode;
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

const startsAfterPx = 4;

interface Lift {
  key: string;
  order: readonly string[];
  isByPointer: boolean;
}

interface Drag {
  key: string;
  pointerId: number;
  startX: number;
  startY: number;
  x: number;
  y: number;
  /** The offset of the pointer from the corner of the item. */
  grabX: number;
  grabY: number;
}

interface DragSetup {
  list: RefObject<HTMLElement | null>;
  keys: readonly string[];
  layout: DragLayout;
  nameOf: (key: string) => string;
  onReorder: (order: readonly string[], from: number, to: number) => void;
}

function useDragList({ list, keys, layout, nameOf, onReorder }: DragSetup) {
  const [drawn, setDrawn] = useState<Lift | null>(null);
  // Pointer events come more often than renders.
  const latest = useRef<Lift | null>(null);
  const drag = useRef<Drag | null>(null);
  const lift = drawn && hasSameKeys(drawn.order, keys) ? drawn : null;

  const setLift = (next: Lift | null) => {
    latest.current = next;
    setDrawn(next);
  };
  const say = (key: string, what: string, order: readonly string[]) =>
    announce(`${nameOf(key)}${what}, place ${order.indexOf(key) + 1} of ${order.length}.`);

  const raise = (key: string, isByPointer: boolean) => {
    setLift({ key, order: keys, isByPointer });
    say(key, ' lifted', keys);
  };
  const moveTo = (place: number) => {
    const lifted = latest.current;
    if (!lifted) return;
    const from = lifted.order.indexOf(lifted.key);
    const to = Math.min(Math.max(place, 0), lifted.order.length - 1);
    if (to === from) return;
    const order = movedItem(lifted.order, from, to);
    setLift({ ...lifted, order });
    if (!lifted.isByPointer) say(lifted.key, '', order);
  };
  const finish = (isDropped: boolean) => {
    const lifted = latest.current;
    drag.current = null;
    if (!lifted) return;
    setLift(null);
    for (const item of list.current?.children ?? []) (item as HTMLElement).style.removeProperty('translate');
    // If an item was added or removed meanwhile, the dragged order is outdated and dropped.
    const order = isDropped && hasSameKeys(lifted.order, keys) ? lifted.order : keys;
    say(lifted.key, isDropped ? ' dropped' : ' put back', order);
    const [from, to] = [keys.indexOf(lifted.key), order.indexOf(lifted.key)];
    if (from !== to) onReorder(order, from, to);
  };

  const itemOf = (key: string) =>
    list.current?.children[(latest.current?.order ?? keys).indexOf(key)] as HTMLElement | undefined;

  // A render moves the item, while the pointer must keep holding it at the same point.
  useLayoutEffect(() => {
    if (drag.current && lift?.isByPointer) follow(itemOf(lift.key), list.current, drag.current, layout);
    if (lift && list.current) {
      list.current.children[lift.order.indexOf(lift.key)]?.scrollIntoView?.({ block: 'nearest' });
    }
  });

  const gripEvents = (key: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const box = itemOf(key)?.getBoundingClientRect();
      if (event.button !== 0 || !event.isPrimary || !box) return;
      finish(true);
      const { clientX: x, clientY: y, pointerId } = event;
      drag.current = {
        key,
        pointerId,
        startX: x,
        startY: y,
        x,
        y,
        grabX: x - box.left,
        grabY: y - box.top,
      };
      // Some browsers do not focus a button on press; the focus is needed for Escape.
      event.currentTarget.focus({ preventScroll: true });
      // The list captures the pointer: the item itself moves in the document, and would lose the capture.
      list.current?.setPointerCapture?.(pointerId);
    },
    // A click by Space, Enter or a screen reader.
    onClick: (event: MouseEvent) => {
      if (event.detail !== 0) return;
      if (latest.current) finish(true);
      else raise(key, false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const lifted = latest.current;
      if (!lifted) return;
      const at = lifted.order.indexOf(key);
      const place = {
        ArrowUp: at - 1,
        ArrowLeft: at - 1,
        ArrowDown: at + 1,
        ArrowRight: at + 1,
        Home: 0,
        End: keys.length - 1,
      }[event.key];
      if (event.key === 'Escape') {
        // Handled here, so that the surrounding panel stays open.
        event.preventDefault();
        finish(false);
      } else if (place !== undefined) {
        event.preventDefault();
        if (!lifted.isByPointer) moveTo(place);
      } else if (event.ctrlKey || event.metaKey) {
        // Ctrl+S saves the order that is shown.
        finish(true);
      }
    },
    onBlur: (_event: FocusEvent) => {
      if (latest.current && !latest.current.isByPointer) finish(true);
    },
  });

  const listEvents = {
    onPointerMove: (event: PointerEvent) => {
      const held = drag.current;
      if (held?.pointerId !== event.pointerId) return;
      held.x = event.clientX;
      held.y = event.clientY;
      if (!latest.current) {
        if (Math.hypot(held.x - held.startX, held.y - held.startY) < startsAfterPx) return;
        raise(held.key, true);
      }
      const item = itemOf(held.key);
      const others = [...(list.current?.children ?? [])].filter((other) => other !== item);
      moveTo(
        placeAt(
          held.x,
          held.y,
          others.map((other) => other.getBoundingClientRect()),
          layout,
        ),
      );
      follow(item, list.current, held, layout);
    },
    onPointerUp: () => drag.current && finish(true),
    onPointerCancel: () => drag.current && finish(false),
    onLostPointerCapture: () => drag.current && finish(false),
  };

  return { lift, gripEvents, listEvents };
}

/** Moves the item to the pointer, inside the list. */
function follow(
  item: HTMLElement | undefined,
  list: HTMLElement | null,
  held: Drag,
  layout: DragLayout,
): void {
  if (!item || !list) return;
  item.style.translate = 'none';
  const own = item.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  const clamp = (wanted: number, min: number, max: number) =>
    Math.min(Math.max(wanted, min), Math.max(min, max));
  const x = clamp(held.x - held.grabX, room.left, room.right - own.width) - own.left;
  const y = clamp(held.y - held.grabY, room.top, room.bottom - own.height) - own.top;
  item.style.translate = `${layout === 'wrap' ? x : 0}px ${y}px`;
}

// Positions in a list that is reordered by dragging.

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type DragLayout = 'vertical' | 'wrap';

/** Counts the other boxes, in reading order, that come before the point. */
export function placeAt(x: number, y: number, others: readonly Box[], layout: DragLayout): number {
  return others.filter((box) => {
    if (layout === 'vertical') return box.top + box.height / 2 < y;
    const isInLine = y >= box.top && y <= box.top + box.height;
    return isInLine ? box.left + box.width / 2 < x : box.top + box.height < y;
  }).length;
}

/** True if both have the same keys in any order. */
function hasSameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key) => other.includes(key));
}
