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
import type { ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import * as confirm from '../../page/confirm';
import * as edits from '../edits';
import { lookOf } from '../types/fieldLooks';
import { text } from '../types/text';
import { useEdits } from '../useEdits';
import { cellFieldByKey } from '../values/cellField';
import { type Change, canBeSent } from '../values/change';
import { changedJson, isLong, shortText, shortTexts, wholeTexts } from '../values/changeWords';
import * as knownRecords from './knownRecords';
import css from './StagedBar.module.css';

interface Props {
  collection: Collection;
  rows: readonly ListedRecord[];
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** Lists all changes of the table, and why some cannot be saved. */
export function StagedReviewPopup({ collection, rows, isSaving, onSave, onDiscard, onClose }: Props) {
  const changed = useEdits(collection.id);
  const all = [...(changed?.values() ?? [])];
  const { changes } = edits.countOf(edits.of(collection.id));
  const root = useRef<HTMLDivElement>(null);
  // Render again when names have been read.
  useSnapshot(knownRecords.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the changes are those of the proxy
  useEffect(() => readNames(collection, all), [collection, changed]);
  // Moves the focus to the first error, also after a save: Save may be disabled then and would lose it. A button in
  // the error does not get it, because it could take a key that was meant for Save.
  useEffect(() => {
    if (isSaving || root.current?.contains(document.activeElement)) return;
    root.current?.querySelector<HTMLElement>('[data-invalid="true"]')?.focus();
  }, [isSaving]);
  const canSave = all.filter(
    ({ changes: own, fault }) =>
      fault?.kind !== 'gone' && [...own.values()].some((change) => canBeSent(collection, change)),
  ).length;
  return (
    <Popup
      title={edits.changesText(changes, all.length)}
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
            edit={record}
            row={rows.find(({ id }) => id === record.id)}
          />
        ))}
      </div>
    </Popup>
  );
}

const readNames = (collection: Collection, all: readonly edits.Edit[]) =>
  knownRecords.readNamed(collection, ({ id }) =>
    all.flatMap(({ changes }) => {
      const change = changes.get(id);
      return change ? [change.before, change.mine, change.now?.before] : [];
    }),
  );

interface RecordProps {
  collection: Collection;
  edit: edits.Edit;
  /** Undefined if the list does not have the record. */
  row: ListedRecord | undefined;
}

function RecordChanges({ collection, edit, row }: RecordProps) {
  const { id, changes, fault } = edit;
  const hasConflict = [...changes.values()].some(({ now }) => now !== null);

  async function handleDiscard() {
    const question = `Discard ${countOf(changes.size, 'change')} of this record?`;
    if (await confirm.ask(question, { isDangerous: true })) edits.discard(collection.id, [id]);
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
        <p className="danger">
          This record no longer exists.{' '}
          <CopyButton label="Copy as JSON" text={indentJson(changedJson(edit))} />
          <Button size="small" kind="link" onClick={() => void handleDiscard()}>
            Discard
          </Button>
        </p>
      )}
      {fault?.kind === 'refused' && (
        <p className="danger" translate="no">
          {fault.reason}
        </p>
      )}
      <ul>
        {[...changes.values()].map((change) => (
          <ChangeLine key={change.key} collection={collection} id={id} change={change} />
        ))}
      </ul>
    </section>
  );
}

interface ChangeProps {
  collection: Collection;
  id: string;
  change: Change;
}

function ChangeLine({ collection, id, change }: ChangeProps) {
  const { key, name, before, mine, error, now } = change;
  const field = cellFieldByKey(collection, key);
  const [one = '', other = ''] = wholeTexts(field, [now?.before ?? before, mine], knownRecords.known.nameOf);
  const [was, is] = shortTexts(one, other);
  const choose = (version: 'mine' | 'theirs') => edits.choose(collection, id, key, version);
  return (
    <li className={css.line} tabIndex={-1} data-invalid={error !== null}>
      <span className={css.field} translate="no">
        <Icon of={(field ? lookOf(field.field) : text).icon} size="small" />
        {field?.name ?? name}
      </span>
      {now ? (
        <Choices mine={other} theirs={one} onChoose={choose} />
      ) : (
        <span className={css.values}>
          <s translate="no">{was}</s>
          <Icon of={ArrowRight} size="small" />
          <span className="visuallyHidden">to</span>
          <span translate="no">{is}</span>
          {error !== null && (
            <span className={`danger ${css.wrong}`}>
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
        onClick={() => edits.takeBack(collection, id, key)}
      />
    </li>
  );
}

interface ChoicesProps {
  mine: string;
  theirs: string;
  onChoose: (version: 'mine' | 'theirs') => void;
}

/** In characters. The rest of a long value would not help to choose. */
const mostCompared = 2000;

/** Both values of a conflict, with buttons. Long values are compared below. */
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
