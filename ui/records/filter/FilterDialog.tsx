import CodeXml from 'lucide-react/icons/code-xml';
import ListFilter from 'lucide-react/icons/list-filter';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isComposing } from '../../base/keys';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { IconButton } from '../../kit/basics/IconButton';
import { AnchoredDialog } from '../../kit/overlay/AnchoredDialog';
import type { Collection } from '../../model/collection';
import { state as panels } from '../../page/panels';
import { RuleText } from '../../rules/RuleText';
import css from './FilterDialog.module.css';
import { createFilterBuilder } from './filterBuilder';
import { GroupRows } from './GroupRows';

interface Props {
  anchor: HTMLElement;
  collection: Collection;
  search: string;
  onApply: (text: string) => void;
  onClose: () => void;
}

/** Shows the filter as rows. Apply writes it into the search bar. */
export function FilterDialog({ anchor, collection, search, onApply, onClose }: Props) {
  const [builder] = useState(() => createFilterBuilder(collection, search));
  const { root, fault, text, focusId, found } = useSnapshot(builder.state, { sync: true });
  const [isTextShown, setIsTextShown] = useState(false);
  const rows = useRef<HTMLDivElement>(null);

  useEffect(() => {
    builder.open();
    return builder.close;
  }, [builder]);

  useEffect(() => {
    if (focusId === null) return;
    const row = rows.current?.querySelector(`[data-row="${focusId}"]`);
    const wrong = row?.querySelector<HTMLElement>('[aria-invalid]');
    const value = row?.querySelector<HTMLElement>('[aria-label^="Value"]');
    (wrong ?? value ?? row?.querySelector('button'))?.focus();
    builder.state.focusId = null;
  }, [focusId, builder]);

  function apply() {
    const applied = builder.finish();
    if (applied === null) return;
    anchor.focus();
    onClose();
    onApply(applied);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    apply();
  }

  return (
    <AnchoredDialog
      anchor={anchor}
      isWide
      icon={ListFilter}
      title="Filter"
      onOutside={() => {
        // The panel that picks records is above the dialog, which must stay.
        if (panels.open.length === 0 && !builder.isChanged()) onClose();
      }}
      onClose={onClose}
      footerStart={
        <Button kind="quiet" size="small" onClick={builder.clear}>
          Clear
        </Button>
      }
      footer={
        <Button kind="primary" size="small" disabled={fault !== null} data-apply onClick={apply}>
          Apply
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in its inputs applies */}
      <div ref={rows} className={css.root} onKeyDown={handleKey}>
        {fault !== null && (
          <p className={css.fault} role="status">
            {fault} <span>Such a text has no rows. Correct it in the search bar, or clear it.</span>
          </p>
        )}
        {root && <GroupRows builder={builder} group={root} depth={0} place="" />}
      </div>
      <div className={css.source}>
        <span role="status">{found !== null && countOf(found, 'record')}</span>
        <IconButton
          icon={CodeXml}
          label="Filter as text"
          size="small"
          aria-expanded={isTextShown}
          onClick={() => setIsTextShown(!isTextShown)}
        />
        {isTextShown && (
          <p className={css.text} translate="no">
            {text.trim() === '' ? (
              <span className="subtle">All records</span>
            ) : (
              <RuleText rule={text.trim()} />
            )}
          </p>
        )}
      </div>
    </AnchoredDialog>
  );
}
