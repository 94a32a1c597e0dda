import { useEffect } from 'react';
import { answerPanel, onCloseRequest, type Panels } from '../../../state/panels';
import { ExportPopup } from './ExportPopup';

interface Props {
  id: number;
  takes: Panels['recordExport']['takes'];
}

/** Exports the records of another screen, such as those of an opened backup. */
export function SourceExportPopup({ id, takes }: Props) {
  const close = () => answerPanel(id, null);
  useEffect(() => onCloseRequest(id, () => answerPanel(id, null)), [id]);
  return <ExportPopup source={takes.source} onClose={close} />;
}
