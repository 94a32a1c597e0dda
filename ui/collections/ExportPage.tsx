import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import FolderOpen from 'lucide-react/icons/folder-open';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { copyText } from '../base/clipboard';
import { downloadText } from '../base/download';
import { Button } from '../kit/basics/Button';
import { Checkbox } from '../kit/form/Checkbox';
import { EmptyState } from '../kit/layout/EmptyState';
import { LoadFailure } from '../kit/layout/LoadFailure';
import { SettingsPage } from '../kit/layout/SettingsPage';
import { useCursor } from '../kit/table/useCursor';
import type { Collection } from '../model/collection';
import * as collections from '../page/collections';
import * as toasts from '../page/toasts';
import css from './ExportPage.module.css';
import { printCollections } from './printCollections';

const fileName = 'pb_schema.json';
const copiedMs = 3000;

export function ExportPage() {
  const { all, isLoaded, isLoading, loadError } = useSnapshot(collections.state);
  /** The unchecked collections and not the checked ones, so that new collections are checked. */
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => all.filter(({ id }) => !leftOut.has(id)), [all, leftOut]);
  const text = useMemo(() => printCollections(chosen, 4), [chosen]);
  const isNone = chosen.length === 0;

  useEffect(() => void collections.load(), []);

  function toggle(id: string, isChosen: boolean) {
    const next = new Set(leftOut);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeftOut(next);
  }

  async function handleCopy() {
    const isCopied = await copyText(text, 'Select the text and copy it by hand.');
    if (isCopied) toasts.info('The configuration was copied to your clipboard!', copiedMs);
  }

  return (
    <SettingsPage
      title="Export collections"
      isLoading={isLoading}
      actions={
        <>
          <Button icon={Copy} aria-label="Copy" disabled={isNone} onClick={() => void handleCopy()}>
            <span className="onlyWide">Copy</span>
          </Button>
          <Button
            kind="primary"
            icon={Download}
            disabled={isNone}
            onClick={() => downloadText(fileName, printCollections(chosen, 2), 'application/json')}
          >
            Download<span className="onlyWide"> as JSON</span>
          </Button>
        </>
      }
      footer={
        isLoaded && (
          <span role="status">
            {chosen.length} of {all.length} selected
          </span>
        )
      }
    >
      {!isLoaded && loadError && (
        <LoadFailure
          title="The collections could not be loaded."
          reason={loadError.message}
          onRetry={() => void collections.load()}
        />
      )}
      {isLoaded && all.length === 0 && (
        <EmptyState icon={FolderOpen} title="There are no collections to export." role="status" />
      )}
      {isLoaded && all.length > 0 && (
        <div className={css.root}>
          <Choices
            all={all}
            chosen={chosen}
            leftOut={leftOut}
            onToggle={toggle}
            onToggleAll={(isAll) => setLeftOut(new Set(isAll ? [] : all.map(({ id }) => id)))}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: no group of inputs */}
          <pre
            translate="no"
            className={css.text}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
            tabIndex={0}
            role="group"
            aria-label="Configuration"
            onKeyDown={selectText}
          >
            {text}
          </pre>
        </div>
      )}
    </SettingsPage>
  );
}

interface ChoicesProps {
  all: readonly Collection[];
  chosen: readonly Collection[];
  leftOut: ReadonlySet<string>;
  onToggle: (id: string, isChosen: boolean) => void;
  onToggleAll: (isAll: boolean) => void;
}

/** A checkbox for all, and one for each. Tab stops once; arrow keys move between them. */
function Choices({ all, chosen, leftOut, onToggle, onToggleAll }: ChoicesProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const keyAt = (index: number) => (index === 0 ? 'all' : (all[index - 1]?.id ?? null));
  const { stop, ...roving } = useCursor({ count: all.length + 1, keyAt, start: 0, list });
  const tabIndexAt = (index: number) => (index === stop ? 0 : -1);
  return (
    <fieldset ref={list} className={css.choices} tabIndex={-1} data-list {...roving}>
      <legend className="visuallyHidden">Collections to export</legend>
      <div data-index={0}>
        <Checkbox
          label="Select all"
          tabIndex={tabIndexAt(0)}
          isChecked={chosen.length === all.length}
          isPartial={chosen.length > 0 && chosen.length < all.length}
          onChange={onToggleAll}
        />
      </div>
      {all.map(({ id, name }, at) => (
        <div key={id} data-index={at + 1}>
          <Checkbox
            label={<span translate="no">{name}</span>}
            tabIndex={tabIndexAt(at + 1)}
            isChecked={!leftOut.has(id)}
            onChange={(isChosen) => onToggle(id, isChosen)}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Ctrl+A selects this text instead of the whole page. */
function selectText(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  window.getSelection()?.selectAllChildren(event.currentTarget);
}
