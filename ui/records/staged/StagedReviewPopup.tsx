import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { indentJson } from '../../base/jsonText';
import { countOf, cut } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { Popup } from '../../kit/overlay/Popup';
import { comparedTexts, DiffCell, DiffTable } from '../../kit/table/DiffTable';
import type { Collection } from '../../model/collection';
import { fieldValue, type ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import { isReadInFull } from '../../model/types/fieldTypes';
import * as confirm from '../../page/confirm';
import { lookOf } from '../types/fieldLooks';
import { text } from '../types/text';
import { type CellField, cellFieldByKey } from '../values/cellField';
import {
  canBeSent,
  changedJson,
  isLong,
  type StagedCell,
  seenValue,
  shortText,
  shortTexts,
  wholeTexts,
} from '../values/stagedCell';
import { changesText } from './discardQuestion';
import * as knownRecords from './knownRecords';
import css from './StagedBar.module.css';
import * as staged from './staged';
import * as stagedMerge from './stagedMerge';
import { useStagedRecords } from './useStagedRecords';

interface Props {
  collection: Collection;
  rows: readonly ListedRecord[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** Lists all changes of the table, with the reasons why some cannot be saved. */
export function StagedReviewPopup({ collection, rows, isSaving, onSave, onDiscard, onClose }: Props) {
  const changed = useStagedRecords(collection.id);
  const all = [...(changed?.values() ?? [])];
  const { changes } = staged.countOf(staged.recordsOf(collection.id));
  const root = useRef<HTMLDivElement>(null);
  // Names that were read are shown.
  useSnapshot(knownRecords.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the changes are those of the proxy
  useEffect(() => readNames(collection, all), [collection, changed]);
  // After a save, too: Save may be disabled then, and would lose the focus. The place of an error takes it, not a
  // button of it, which would take a key that was meant for another.
  useEffect(() => {
    if (isSaving || root.current?.contains(document.activeElement)) return;
    root.current?.querySelector<HTMLElement>('[data-invalid="true"]')?.focus();
  }, [isSaving]);
  const canSave = all.filter(
    ({ cells, fault }) =>
      fault?.kind !== 'gone' && [...cells.values()].some((cell) => canBeSent(collection, cell)),
  ).length;
  return (
    <Popup
      title={changesText(changes, all.length)}
      size="wide"
      onClose={onClose}
      footerStart={
        <Button kind="dangerQuiet" disabled={isSaving} onClick={onDiscard}>
          Discard all
        </Button>
      }
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
          <Button kind="primary" writes isBusy={isSaving} disabled={canSave === 0} onClick={onSave}>
            {canSave === 0 ? 'Save' : `Save ${countOf(canSave, 'record')}`}
          </Button>
        </>
      }
    >
      <div ref={root}>
        {all.map((record) => (
          <RecordChanges
            key={record.id}
            collection={collection}
            record={record}
            row={rows.find(({ id }) => id === record.id)}
          />
        ))}
      </div>
    </Popup>
  );
}

/** Reads the names of the related records in the changes. */
const readNames = (collection: Collection, all: readonly staged.StagedRecord[]) =>
  knownRecords.readNamed(collection, ({ id, name }) =>
    all.flatMap(({ cells, fault }) => {
      const cell = cells.get(id);
      const theirs = fault?.kind === 'conflict' && fieldValue(fault.theirs.record, name);
      return cell ? [cell.before, cell.mine, cell.now?.before, theirs] : [];
    }),
  );

/** Returns the value that somebody else has stored; null if nobody has. */
function theirsOf(field: CellField | null, { name, now }: StagedCell, fault: staged.RecordFault | null) {
  const isAsked = fault?.kind === 'conflict' && fault.conflicts.some((one) => one.name === name);
  if (!isAsked || !field) return now?.before ?? null;
  const { record, sources } = fault.theirs;
  return seenValue(field, record, isReadInFull(field.field) ? sources[field.name] : undefined).before;
}

interface RecordProps {
  collection: Collection;
  record: staged.StagedRecord;
  /** Undefined if the record is not in the list. */
  row: ListedRecord | undefined;
}

function RecordChanges({ collection, record, row }: RecordProps) {
  const { id, cells, fault } = record;
  const conflicts = fault?.kind === 'conflict' ? fault.conflicts : [];
  const hasConflict = conflicts.length > 0 || [...cells.values()].some(({ now }) => now !== null);

  async function handleDiscard() {
    const question = `Discard ${countOf(cells.size, 'change')} of this record?`;
    if (await confirm.ask(question, { isDangerous: true })) staged.discardRecord(collection.id, id);
  }

  return (
    <section
      className={css.record}
      aria-label={id}
      tabIndex={-1}
      data-invalid={fault !== null || hasConflict}
    >
      <h3 className={css.name}>
        <code translate="no">{id}</code>
        {row ? <b translate="no">{cut(displayText(row, collection), 80)}</b> : <span>not in this list</span>}
        {hasConflict && <Badge kind="warning">Changed on the server</Badge>}
      </h3>
      {fault?.kind === 'gone' && (
        <p className={css.fault}>
          This record no longer exists.{' '}
          <CopyButton label="Copy as JSON" text={indentJson(changedJson(record))} />
          <Button size="small" kind="link" onClick={() => void handleDiscard()}>
            Discard
          </Button>
        </p>
      )}
      {fault?.kind === 'refused' && (
        <p className={css.fault} translate="no">
          {fault.reason}
        </p>
      )}
      <ul>
        {[...cells.values()].map((cell) => (
          <CellLine key={cell.key} collection={collection} id={id} cell={cell} fault={fault} />
        ))}
      </ul>
    </section>
  );
}

interface CellProps {
  collection: Collection;
  id: string;
  cell: StagedCell;
  fault: staged.RecordFault | null;
}

function CellLine({ collection, id, cell, fault }: CellProps) {
  const { key, name, before, mine, error } = cell;
  const field = cellFieldByKey(collection, key);
  const theirs = theirsOf(field, cell, fault);
  const [one = '', other = ''] = wholeTexts(field, [theirs ?? before, mine], knownRecords.known.nameOf);
  const [was, is] = shortTexts(one, other);
  const choose = (version: 'mine' | 'theirs') => stagedMerge.choose(collection, id, key, version);
  return (
    <li className={css.line} tabIndex={-1} data-invalid={error !== null}>
      <span className={css.field} translate="no">
        <Icon of={(field ? lookOf(field.field) : text).icon} size="small" />
        {field?.name ?? name}
      </span>
      {theirs !== null ? (
        <Choices mine={other} theirs={one} onChoose={choose} />
      ) : (
        <span className={css.values}>
          <s translate="no">{was}</s>
          <Icon of={ArrowRight} size="small" />
          <span className="visuallyHidden">to</span>
          <span translate="no">{is}</span>
          {error !== null && (
            <span className={css.wrong}>
              <Icon of={CircleAlert} size="small" />
              {error}
              {(field === null || is !== other) && (
                <CopyButton
                  label={`Copy the value of ${field?.name ?? name}`}
                  size="small"
                  text={typeof mine === 'string' ? mine : other}
                />
              )}
            </span>
          )}
        </span>
      )}
      <IconButton
        icon={Undo2}
        size="small"
        label={`Take back ${field?.name ?? name}`}
        onClick={() => staged.takeBack(collection, id, key)}
      />
    </li>
  );
}

interface ChoicesProps {
  mine: string;
  theirs: string;
  onChoose: (version: 'mine' | 'theirs') => void;
}

/** More of a long value would not help to choose. */
const mostCompared = 2000;

/** Both values of a conflict. Long ones are compared below their buttons. */
function Choices({ mine, theirs, onChoose }: ChoicesProps) {
  const areLong = isLong(mine) || isLong(theirs);
  const [left, right] = shortTexts(mine, theirs, mostCompared);
  const parts = areLong ? comparedTexts(right, left) : null;
  return (
    <div className={css.choices}>
      <Button size="small" onClick={() => onChoose('mine')}>
        {areLong ? 'Mine' : 'Mine: '}
        {!areLong && <span translate="no">{shortText(mine)}</span>}
      </Button>
      <Button size="small" onClick={() => onChoose('theirs')}>
        {areLong ? 'Theirs' : 'Theirs: '}
        {!areLong && <span translate="no">{shortText(theirs)}</span>}
      </Button>
      {parts && (
        <DiffTable>
          <tbody translate="no">
            <tr>
              <DiffCell kind="new" label="Mine" parts={parts.next} />
              <DiffCell kind="old" label="Theirs" parts={parts.old} />
            </tr>
          </tbody>
        </DiffTable>
      )}
    </div>
  );
}
