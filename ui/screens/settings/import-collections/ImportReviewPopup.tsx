import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { Popup } from '../../../components/overlay/Popup';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { Note } from '../../../components/page/Note';
import { losesData } from '../../../model/collection-import/importPlan';
import { reviewTables } from '../../../model/collection-import/reviewTables';
import type { ValueCounts } from '../../../state/records/valueCounts';
import { ConfirmImportPopup } from './ConfirmImportPopup';
import type { CollectionImportForm, ImportState } from './collectionImportForm';
import { changeBadges } from './DetectedChanges';
import { Refusals } from './ImportNotes';
import css from './ImportReviewPopup.module.css';
import { countLosses } from './lossCounts';
import { ReviewTable, reviewId } from './ReviewTable';

interface Props {
  form: CollectionImportForm;
  onClose: () => void;
}

/** Compares old and new values of each collection; its button starts the import. */
export function ImportReviewPopup({ form, onClose }: Props) {
  const overlay = useRef<OverlayHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const { isSending } = useSnapshot(form.state);
  const read = useSnapshot(form.state).read as ImportState['read'];
  const messages = useSnapshot(form.state).messages as ImportState['messages'];
  // Keep the reviewed plan while the popup closes.
  const [shown, setShown] = useState(read?.plan ?? null);
  if (read?.plan && read.plan !== shown) setShown(read.plan);
  const [losses, setLosses] = useState<ValueCounts | null>(null);
  const tables = useMemo(() => (shown ? reviewTables(shown) : []), [shown]);
  const general = messages.filter(({ collection }) => !tables.some(({ name }) => name === collection));

  useEffect(() => {
    if (!shown) return;
    const counted = countLosses(shown);
    setLosses(counted);
    return counted.stop;
  }, [shown]);

  async function handleImport() {
    setIsConfirming(false);
    if (await form.send()) overlay.current?.close({ isDone: true });
    else body.current?.scrollTo(0, 0);
  }

  if (!shown || !losses) return null;
  const counts = { deleted: shown.deleted.length, changed: shown.changed.length, added: shown.added.length };
  return (
    <Popup
      handle={overlay}
      title="Side-by-side diff"
      size="full"
      closesOnBackdrop={false}
      isBusy={isSending}
      onClose={onClose}
      footerStart={
        <span className={css.counts}>
          {(['added', 'changed', 'deleted'] as const).map(
            (kind) =>
              counts[kind] > 0 && (
                <Badge key={kind} kind={changeBadges[kind].kind}>
                  {counts[kind]} {kind}
                </Badge>
              ),
          )}
        </span>
      }
      footer={
        <>
          <Button kind="quiet" disabled={isSending} onClick={() => overlay.current?.close()}>
            Close
          </Button>
          <Button
            kind="primary"
            writes
            isBusy={isSending}
            disabled={shown.refusals.length > 0}
            onClick={() => (losesData(shown) ? setIsConfirming(true) : void handleImport())}
          >
            Confirm and import
          </Button>
        </>
      }
    >
      <div className={css.root}>
        <nav className={css.nav} aria-label="Collections">
          <ul>
            {tables.map(({ id, name, kind }) => (
              <li key={`${kind} ${id}`}>
                <Button
                  kind="quiet"
                  isWide
                  onClick={() => document.getElementById(reviewId(kind, id))?.focus()}
                >
                  <span className={css.link}>
                    <span className={css.name} translate="no">
                      {name}
                    </span>
                    <Badge kind={changeBadges[kind].kind}>{changeBadges[kind].text}</Badge>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
        {/* biome-ignore lint/a11y/useSemanticElements: no group of inputs */}
        <div ref={body} className={css.body} tabIndex={0} role="group" aria-label="Changes">
          <Refusals plan={shown} />
          {general.length > 0 && (
            <Note kind="danger" role="alert">
              {general.map(({ collection, field, text }) => (
                <p key={`${collection} ${field} ${text}`} className={css.message}>
                  {collection && <b translate="no">{[collection, field].filter(Boolean).join('.')}: </b>}
                  {text}
                </p>
              ))}
            </Note>
          )}
          {tables.map((table) => (
            <ReviewTable
              key={`${table.kind} ${table.id}`}
              table={table}
              losses={losses}
              messages={messages.filter(({ collection }) => collection === table.name)}
            />
          ))}
        </div>
      </div>
      {isConfirming && (
        <ConfirmImportPopup
          plan={shown}
          losses={losses}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => void handleImport()}
        />
      )}
    </Popup>
  );
}
