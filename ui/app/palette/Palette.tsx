import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isComposing, isPlainClick } from '../../base/keys';
import type { Mark } from '../../base/ranking';
import { countOf } from '../../base/text';
import { announce } from '../../kit/basics/announce';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Keys } from '../../kit/basics/Keys';
import { Overlay } from '../../kit/overlay/Overlay';
import { useOverlay } from '../../kit/overlay/useOverlay';
import { collectionTypeOf } from '../../model/collection';
import * as collections from '../../page/collections';
import css from './Palette.module.css';
import { currentOffers, goTo, makeRecord, openRecent, runCommand } from './paletteActs';
import {
  foundGroups,
  hrefOf,
  type PaletteGroup,
  type PaletteItem,
  paletteGroups,
  searchItem,
  searchSentence,
  userGroups,
} from './paletteItems';
import { createRecordSearch, type RecordSearch } from './recordSearch';
import { open } from './shownPopup';
import { createUserSearch } from './userSearch';

interface Props {
  onClose: () => void;
}

/** In milliseconds after the last key. */
const announceAfterMs = 500;
const findAfterMs = 250;

/** Finds collections, records, pages and actions by a few letters, and a record by its id. */
export function Palette({ onClose }: Props) {
  const overlay = useOverlay({
    onClose,
    // At once, without a transition: the next keys are for the page.
    canClose: () => {
      onClose();
      return false;
    },
  });
  const [search] = useState(createRecordSearch);
  const [people] = useState(createUserSearch);
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const listId = useId();
  const found = useSnapshot(search.state);
  const users = useSnapshot(people.state).users;
  const { all } = useSnapshot(collections.state);
  const isSearch = found.id !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the offers are as new as the collections
  const offers = useMemo(currentOffers, [all]);
  const matching = useMemo(() => paletteGroups(offers, text), [offers, text]);
  const groups = isSearch ? foundGroups(found, found.isRunning) : [...matching, ...userGroups(users)];
  const fallback = groups.length === 0 && !isSearch && text.trim() !== '' ? searchItem(offers, text) : null;
  const shown: readonly PaletteGroup[] = fallback ? [{ name: 'No match', items: [fallback] }] : groups;
  const items = shown.flatMap((group) => group.items);
  const active = items[Math.min(place, items.length - 1)];

  useEffect(() => search.stop, [search]);

  useEffect(() => {
    const timer = setTimeout(() => void people.find(text), findAfterMs);
    return () => clearTimeout(timer);
  }, [people, text]);

  useEffect(() => people.stop, [people]);

  useEffect(() => {
    if (text === '' || isSearch) return;
    const said = groups.length === 0 ? 'No match' : countOf(items.length, 'result');
    const timer = setTimeout(() => announce(said), announceAfterMs);
    return () => clearTimeout(timer);
  }, [text, isSearch, groups.length, items.length]);

  useEffect(() => {
    if (active) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  function handleText(next: string): void {
    setText(next);
    setPlace(0);
    search.reset();
  }

  /** Closes first, so that the focus is back before something else takes it. */
  function leave(act: () => void): void {
    onClose();
    setTimeout(act);
  }

  function run(item: PaletteItem): void {
    const { act, reason } = item;
    const href = hrefOf(item);
    if (reason) announce(reason);
    else if (act.kind === 'find') startSearch(search, act.id, act.likely);
    else if (act.kind === 'search') goOn(search, act.step);
    else if (act.kind === 'server') window.location.assign(act.href);
    else if (act.kind === 'command') leave(() => void runCommand(act.command));
    else if (href !== null) {
      const isRecent = act.kind === 'record' && !isSearch;
      leave(() => (isRecent ? void openRecent(act.collectionId, act.id, href) : goTo(href)));
    }
    if (act.kind === 'find' || act.kind === 'search') setPlace(0);
  }

  function handleEnter(item: PaletteItem, event: KeyboardEvent): void {
    const { act } = item;
    const href = hrefOf(item);
    if (event.shiftKey) {
      if (href !== null) window.open(href, '_blank', 'noopener');
    } else if (event.ctrlKey || event.metaKey) {
      if (canCreate(item) && act.kind === 'collection') leave(() => makeRecord(act.collection.id));
    } else run(item);
  }

  function handleKey(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && found.isRunning) search.stop();
    else if (event.key === '?' && text === '') open('shortcuts');
    else if (event.key === 'Enter' && active) handleEnter(active, event);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const now = active ? items.indexOf(active) : 0;
      setPlace((now + step + items.length) % Math.max(items.length, 1));
    } else return;
    event.preventDefault();
  }

  const sentence = isSearch ? searchSentence(found) : '';
  return (
    <Overlay
      overlay={overlay}
      role="dialog"
      label="Go to"
      className={css.root ?? ''}
      bar={
        <div className={css.query}>
          <Icon of={Search} />
          <input
            data-autofocus
            className={css.input}
            role="combobox"
            aria-label="Go to"
            aria-autocomplete="list"
            aria-expanded={items.length > 0}
            aria-controls={items.length > 0 ? listId : undefined}
            aria-activedescendant={active && optionId(listId, active)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="Collection, record, view, page, action or id..."
            value={text}
            onChange={(event) => handleText(event.target.value)}
            onKeyDown={handleKey}
          />
        </div>
      }
      footerStart={active && <Hints item={active} isRunning={found.isRunning} />}
      footer={
        <button
          type="button"
          className={joinClasses(css.keys, 'hint')}
          tabIndex={-1}
          onClick={() => open('shortcuts')}
        >
          <Keys of="?" /> all keys
        </button>
      }
    >
      {items.length > 0 && (
        <div id={listId} className={css.list} role="listbox" aria-label="Results">
          {shown.map(({ name, items: inGroup }, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
            <div key={name} role="group" aria-labelledby={`${listId}-${at}`}>
              <div className={css.group} id={`${listId}-${at}`}>
                {name}
              </div>
              {inGroup.map((item) => (
                <Row
                  key={item.key}
                  id={optionId(listId, item)}
                  item={item}
                  isActive={item === active}
                  onPoint={() => setPlace(items.indexOf(item))}
                  onRun={() => run(item)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <div role="status" className="hint digits">
        {sentence && (
          <span className={css.status}>
            {found.isRunning && <progress value={found.looked} max={Math.max(found.total, 1)} aria-hidden />}
            {sentence}
          </span>
        )}
      </div>
    </Overlay>
  );
}

const optionId = (listId: string, { key }: PaletteItem) => `${listId}-${encodeURIComponent(key)}`;

const canCreate = ({ act }: PaletteItem) =>
  act.kind === 'collection' && collectionTypeOf(act.collection) !== 'view';

function startSearch(search: RecordSearch, id: string, likely: string): void {
  void search.find(id, likely);
}

function goOn(search: RecordSearch, step: 'others' | 'views' | 'admins'): void {
  if (step === 'others') void search.lookInOthers();
  else if (step === 'views') void search.lookInViews();
  else void search.lookAmongAdmins();
}

interface RowProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Row({ id, item, isActive, onPoint, onRun }: RowProps) {
  const { title, titleMarks, detail, detailMarks, reason, keys, writes } = item;
  const element = useRef<HTMLAnchorElement & HTMLDivElement>(null);
  const props = {
    ref: element,
    id,
    className: css.row,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    'aria-disabled': reason ? true : undefined,
    'data-writes': (writes && !reason) || undefined,
    onPointerMove: () => !isActive && onPoint(),
    // The caret stays in the input.
    onMouseDown: (event: MouseEvent) => event.button === 0 && event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onRun();
    },
  };
  const content = (
    <>
      <Icon of={item.icon} />
      <span className="ellipsis" translate="no">
        <Marked text={title} marks={titleMarks} />
      </span>
      {reason && <span className="hint ellipsis">{reason}</span>}
      <span className={css.end}>
        {detail && (
          <span className="hint ellipsis" translate="no">
            <Marked text={detail} marks={detailMarks} />
          </span>
        )}
        {keys && <Keys of={keys} />}
        {isActive && !reason && (
          <span className="onlyWide">
            <Keys of="Enter" />
          </span>
        )}
      </span>
    </>
  );
  const href = hrefOf(item);
  return href === null ? (
    <div {...props}>{content}</div>
  ) : (
    <a {...props} href={href}>
      {content}
    </a>
  );
}

function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const parts = marks.flatMap(([start, end], at) => [
    text.slice(marks[at - 1]?.[1] ?? 0, start),
    <mark key={start}>{text.slice(start, end)}</mark>,
  ]);
  return (
    <>
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

/** Shows which keys act on the row with the cursor. */
function Hints({ item, isRunning }: { item: PaletteItem; isRunning: boolean }) {
  const { act, reason } = item;
  return (
    <span className={joinClasses(css.hints, 'hint')}>
      {!reason && (
        <span>
          <Keys of="Enter" /> {act.kind === 'command' ? 'run' : hrefOf(item) === null ? 'start' : 'open'}
        </span>
      )}
      {canCreate(item) && (
        <span>
          <Keys of="Mod+Enter" /> new record
        </span>
      )}
      {hrefOf(item) !== null && (
        <span>
          <Keys of="Shift+Enter" /> new tab
        </span>
      )}
      {isRunning && (
        <span>
          <Keys of="Escape" /> stop
        </span>
      )}
    </span>
  );
}
