import Info from 'lucide-react/icons/info';
import { useSnapshot } from 'valtio';
import { cut } from '../../base/text';
import { Icon } from '../../kit/basics/Icon';
import type { Collection } from '../../model/collection';
import { needsToken } from '../../model/file';
import { type AnyRecord, fieldValue, type ListedRecord } from '../../model/record';
import { displayText, presentableThumb } from '../../model/recordName';
import css from './RecordLabel.module.css';
import { Thumb, type ThumbSource } from './Thumb';

const textLength = 70;

interface Props {
  record: ListedRecord;
  collection: Collection;
  files: ThumbSource;
}

/** Shows a record on one line: a thumbnail, if it has one, and its name. */
export function RecordLabel({ record, collection, files }: Props) {
  const picture = presentableThumb(record, collection);
  return (
    <span className={css.root}>
      {picture && <FileThumb record={record} name={picture} collection={collection} files={files} />}
      <span className="ellipsis" translate="no">
        {recordText(record, collection)}
      </span>
    </span>
  );
}

export function recordText(record: ListedRecord, collection: Collection | undefined): string {
  return cut(displayText(record, collection), textLength);
}

/** Returns the email address of an account whose name does not contain it; '' without one. */
export function secondText(record: ListedRecord, collection: Collection): string {
  const email = String(fieldValue(record, 'email') ?? '');
  return recordText(record, collection).includes(email) ? '' : email;
}

interface FileThumbProps {
  record: AnyRecord;
  name: string;
  collection: Collection;
  files: ThumbSource;
  onOpen?: (() => void) | undefined;
}

/** A new token loads the image again. */
export function FileThumb({ record, name, collection, files, onOpen }: FileThumbProps) {
  useSnapshot(files.state).fileToken;
  return (
    <Thumb
      name={name}
      address={files.thumbAddress(record, name, collection)}
      onFailure={() => {
        if (needsToken(record, name, collection)) void files.renewToken();
      }}
      onOpen={onOpen}
    />
  );
}

export function RecordInfo({ record }: { record: AnyRecord }) {
  return (
    <span className={css.info} role="img" aria-label="Data" data-tooltip={recordTooltip(record)}>
      <Icon of={Info} size="small" />
    </span>
  );
}

const tooltipTextLength = 150;
const tooltipLength = 800;

/** Returns the record as text, shortened for a tooltip. */
export function recordTooltip(record: AnyRecord): string {
  const shorten = (_: string, value: unknown) =>
    typeof value === 'string' ? cut(value, tooltipTextLength) : value;
  return cut(JSON.stringify(record, shorten, 2), tooltipLength);
}
