import { useState } from 'react';
import type { Collection } from '../../../model/collection';
import type { RecordList } from '../recordList';
import { ExportPopup } from './ExportPopup';
import { createListSource } from './listSource';

interface Props {
  collection: Collection;
  records: RecordList;
  onClose: () => void;
}

/** Exports the records of a list of the server. */
export function ListExportPopup({ collection, records, onClose }: Props) {
  const [source] = useState(() => createListSource(collection, records));
  return <ExportPopup source={source} onClose={onClose} />;
}
