import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { Badge } from '../basics/Badge';
import { fieldIcons } from '../basics/fieldIcons';
import { Icon } from '../basics/Icon';
import { IconButton } from '../basics/IconButton';
import { joinClasses } from '../basics/joinClasses';
import { RecordInfo, RecordLabel, recordText } from '../record/RecordLabel';
import css from './RelatedLine.module.css';
import type { FileSource, RelatedSource } from './valueContext';

/** Gives access to the related record of a line. */
export interface RelatedPlace {
  related: RelatedSource;
  files: FileSource;
  collection: Collection | undefined;
}

interface Props {
  id: string;
  place: RelatedPlace;
  grip?: ReactNode;
  /** Shown between the record and the remove button. */
  actions?: ReactNode;
  onOpen: () => void;
  onRemove: () => void;
}

/** Shows one related record, or only its id. A click opens it; other actions appear on hover and focus. */
export function RelatedLine({ id, place, grip, actions, onOpen, onRemove }: Props) {
  const { related, files, collection } = place;
  const { found, missing, isLoading } = useSnapshot(related.state);
  const record = found.get(id) as ListedRecord | undefined;
  const isMissing = missing.has(id);
  const isKnown = record !== undefined && collection !== undefined && !isMissing;
  const name = relatedName(id, place);
  return (
    <div className={css.root}>
      {grip}
      {isKnown ? (
        <button
          type="button"
          className={css.open}
          aria-label={`Edit ${name}`}
          data-tooltip={id}
          onClick={onOpen}
        >
          <span className={css.sign}>
            <Icon of={fieldIcons.relation} size="small" />
          </span>
          <RecordLabel record={record} collection={collection} files={files} />
        </button>
      ) : (
        <>
          <span className={isMissing ? css.warning : css.sign}>
            <Icon of={isMissing ? TriangleAlert : fieldIcons.relation} size="small" />
          </span>
          {!isMissing && isLoading && (
            <span className={joinClasses(css.bone, 'appearsLate')} role="img" aria-label="Loading..." />
          )}
        </>
      )}
      <span className={joinClasses(css.id, isKnown && css.known)} translate="no">
        {id}
      </span>
      {isMissing && (
        <span data-tooltip="This record no longer exists.">
          <Badge kind="warning">missing</Badge>
        </span>
      )}
      <span className={css.end}>
        {isKnown && <RecordInfo record={record} />}
        {actions}
        <IconButton icon={X} size="small" label={`Remove ${name}`} tooltip="Remove" onClick={onRemove} />
      </span>
    </div>
  );
}

/** Returns the name of the record; the id while the record is unknown. */
export function relatedName(id: string, { related, collection }: RelatedPlace): string {
  const record = related.state.found.get(id);
  return record && collection ? recordText(record, collection) : id;
}
