import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { isEqual } from '../../base/equal';
import { listOf } from '../../base/lists';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { DragList } from '../../kit/form/DragList';
import type { FieldControl } from '../../kit/form/Field';
import type { Collection } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { isMultiple, targetOf } from '../../model/types/fieldTypes';
import * as collections from '../../page/collections';
import { openPanel } from '../../page/panels';
import * as toasts from '../../page/toasts';
import { RecordInfo, RecordLabel, recordText, secondText } from '../display/RecordLabel';
import { createRecordFiles, type RecordFiles } from '../files/recordFiles';
import { createRelatedRecords, type RelatedRecords } from '../related/relatedRecords';
import { mostRelated, withoutMissing } from '../values/relatedIds';
import css from './lineInput.module.css';
import classes from './RelationInput.module.css';
import { relation } from './relation';

interface Props extends FieldControl {
  field: SchemaField;
  /** An id, '' for none, or a list of ids if the field is multiple. */
  value: string | readonly string[];
  onChange: (value: string | readonly string[]) => void;
}

/** The picker chooses the records; here they are sorted, opened and removed. */
export function RelationInput({ field, value, onChange, ...control }: Props) {
  const targetId = targetOf(field) ?? '';
  const [related, setRelated] = useState(() => createRelatedRecords(targetId));
  const [files] = useState(createRecordFiles);
  const { isLoading, loadError } = useSnapshot(related.state);
  const collection = collections.find(targetId);
  const isMany = isMultiple(field);
  const ids = listOf(value);
  const idsKey = ids.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same ids are often another list
  useEffect(() => {
    if (!collection || ids.length === 0) return;
    void files.prepare(collection);
    void related.show(ids);
  }, [collection, related, files, idsKey]);

  useEffect(() => related.close, [related]);

  function change(next: readonly string[], removed = '') {
    const { kept, warning } = withoutMissing(ids, next, related.state.missing, removed);
    if (warning !== '') toasts.warning(warning);
    onChange(isMany ? kept : (kept.at(-1) ?? ''));
  }

  const remove = (id: string) =>
    change(
      ids.filter((one) => one !== id),
      id,
    );

  async function openPicker() {
    const picked = await openPanel('recordPicker', {
      collectionId: targetId,
      selected: ids,
      max: mostRelated(field),
    });
    if (picked && !isEqual([...picked], ids)) change(picked);
    await readAgain(picked ?? ids);
  }

  /** The picker may have edited these records. */
  async function readAgain(shown: readonly string[]) {
    const fresh = createRelatedRecords(targetId);
    await fresh.show(shown);
    if (!fresh.state.loadError) setRelated(fresh);
  }

  async function openRecord(id: string) {
    const outcome = await openPanel('recordEditor', { collectionId: targetId, recordId: id });
    if (!outcome) return;
    await related.renew(id);
    if (outcome.kind === 'deleted') remove(id);
  }

  const place: RelatedPlace = { related, files, collection };
  const line = (id: string) => ({
    id,
    place,
    onOpen: () => void openRecord(id),
    onRemove: () => remove(id),
  });
  const shared = {
    id: control.id,
    'aria-describedby': control['aria-describedby'],
    disabled: !collection,
    onClick: () => void openPicker(),
  };
  const failed = loadError && (
    <p className={css.failed}>
      The records could not be loaded.
      <Button kind="link" isBusy={isLoading} onClick={() => void related.show(ids)}>
        Retry
      </Button>
    </p>
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a field
    <div
      role="group"
      aria-labelledby={`${control.id}-label`}
      className={joinClasses(css.root, !isMany && css.single)}
      data-invalid={control['aria-invalid']}
    >
      {isMany && ids.length > 0 && (
        <div className={css.list}>
          <DragList
            label={`Records of ${field.name}`}
            items={ids}
            keyOf={(id) => id}
            nameOf={(id) => relatedName(id, place)}
            isDisabled={ids.length < 2}
            onReorder={(next) => change(next)}
            renderItem={(id, grip) => <RelatedLine {...line(id)} grip={grip} />}
          />
        </div>
      )}
      {!isMany && ids[0] !== undefined ? (
        <RelatedLine
          {...line(ids[0])}
          actions={<IconButton {...shared} icon={Search} size="small" label="Open picker" />}
        />
      ) : (
        <button {...shared} type="button" className={css.add} aria-label="Open picker">
          <Icon of={Plus} /> Open picker
        </button>
      )}
      {failed}
    </div>
  );
}

interface RelatedPlace {
  related: RelatedRecords;
  files: RecordFiles;
  collection: Collection | undefined;
}

interface RelatedLineProps {
  id: string;
  place: RelatedPlace;
  grip?: ReactNode;
  /** Shown before the remove button. */
  actions?: ReactNode;
  onOpen: () => void;
  onRemove: () => void;
}

/** Shows the id if the record is unknown. A click opens it; other actions appear on hover and focus. */
function RelatedLine({ id, place, grip, actions, onOpen, onRemove }: RelatedLineProps) {
  const { related, files, collection } = place;
  const { found, missing, isLoading } = useSnapshot(related.state);
  const record = found.get(id);
  const isMissing = missing.has(id);
  const isKnown = record !== undefined && collection !== undefined && !isMissing;
  const name = relatedName(id, place);
  return (
    <div className={classes.root}>
      {grip}
      {isKnown ? (
        <button
          type="button"
          className={classes.open}
          aria-label={`Edit ${name}`}
          data-tooltip={id}
          onClick={onOpen}
        >
          <span className={classes.sign}>
            <Icon of={relation.icon} size="small" />
          </span>
          <RecordLabel record={record} collection={collection} files={files} />
        </button>
      ) : (
        <>
          <span className={isMissing ? classes.warning : classes.sign}>
            <Icon of={isMissing ? TriangleAlert : relation.icon} size="small" />
          </span>
          {!isMissing && isLoading && (
            <span className={joinClasses(classes.bone, 'appearsLate')} role="img" aria-label="Loading..." />
          )}
        </>
      )}
      <span className={joinClasses(classes.id, isKnown && classes.known)} translate="no">
        {isKnown ? secondText(record, collection) : id}
      </span>
      {isMissing && (
        <span data-tooltip="This record no longer exists.">
          <Badge kind="warning">missing</Badge>
        </span>
      )}
      <span className={classes.end}>
        {isKnown && <RecordInfo record={record} />}
        {actions}
        <IconButton icon={X} size="small" label={`Remove ${name}`} tooltip="Remove" onClick={onRemove} />
      </span>
    </div>
  );
}

/** Returns the id while the record is unknown. */
function relatedName(id: string, { related, collection }: RelatedPlace): string {
  const record = related.state.found.get(id);
  return record && collection ? recordText(record, collection) : id;
}
