import { useSnapshot } from 'valtio';
import type { Collection } from '../../model/collection';
import { type AnyRecord, displayText, type ListedRecord, presentableThumb } from '../../model/record';
import { cut } from '../../platform/text';
import css from './RecordLabel.module.css';
import type { RecordFiles } from './recordFiles';
import { Thumb } from './Thumb';

const textLength = 70;

interface Props {
  record: ListedRecord;
  collection: Collection;
  files: RecordFiles;
}

/** A record in one line: its picture, if it has one, and the text that tells it from others. */
export function RecordLabel({ record, collection, files }: Props) {
  const picture = presentableThumb(record, collection);
  return (
    <span className={css.root}>
      {picture && <FileThumb record={record} name={picture} collection={collection} files={files} />}
      <span className={css.text} translate="no">
        {recordText(record, collection)}
      </span>
    </span>
  );
}

export function recordText(record: ListedRecord, collection: Collection): string {
  return cut(displayText(record, collection), textLength);
}

interface FileThumbProps {
  record: AnyRecord;
  name: string;
  collection: Collection;
  files: RecordFiles;
  onOpen?: (() => void) | undefined;
}

/** A file of a record as a small picture, drawn again when there is another token. */
export function FileThumb({ record, name, collection, files, onOpen }: FileThumbProps) {
  useSnapshot(files.state).fileToken;
  return (
    <Thumb
      name={name}
      address={files.thumbAddress(record, name, collection)}
      onFailure={() => void files.renewToken()}
      onOpen={onOpen}
    />
  );
}
