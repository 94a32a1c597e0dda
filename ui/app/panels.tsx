import type { ComponentType, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { lazyScreen } from '../kit/lazy/lazyScreen';
import { Popup } from '../kit/overlay/Popup';
import { answerPanel, type PanelName, type Panels, state } from '../page/panels';
import { ErrorBoundary } from './ErrorBoundary';

/** The props of every panel. A panel calls `answerPanel` with its id after it has closed. */
interface PanelProps<Name extends PanelName> {
  id: number;
  takes: Panels[Name]['takes'];
}

const faces: { [Name in PanelName]: ComponentType<PanelProps<Name>> } = {
  bulkEdit: lazyScreen(async () => (await import('./entries/desk')).BulkEditPanel),
  collectionEditor: lazyScreen(async () => (await import('./entries/rules')).CollectionEditorPanel),
  recordEditor: lazyScreen(async () => (await import('./entries/desk')).RecordEditorPanel),
  deleteRefused: lazyScreen(async () => (await import('./entries/desk')).DeleteRefusedPopup),
  recordExport: lazyScreen(async () => (await import('./entries/transfer')).ExportPopup),
  recordPreview: lazyScreen(async () => (await import('./entries/desk')).RecordPreviewPanel),
  recordAccess: lazyScreen(async () => (await import('./entries/rules')).RecordAccessPopup),
  ruleRequest: lazyScreen(async () => (await import('./entries/rules')).RequestPopup),
  recordPicker: lazyScreen(async () => (await import('./entries/desk')).RecordPickerPanel),
  filePicker: lazyScreen(async () => (await import('./entries/desk')).FilePickerPopup),
  filePreview: lazyScreen(async () => (await import('./entries/desk')).FilePreviewPopup),
  apiDocs: lazyScreen(async () => (await import('./entries/rules')).ApiDocsPanel),
  undo: lazyScreen(async () => (await import('./entries/desk')).UndoPopup),
};

/** The open panels, in the order of opening. A panel that throws shows an error and can be closed. */
export function PanelHost() {
  const open = useSnapshot(state).open;
  return open.map(({ id, name, takes }) => {
    const Face = faces[name] as ComponentType<PanelProps<PanelName>>;
    return (
      <ErrorBoundary
        key={id}
        resetKey={String(id)}
        frame={(sentence) => <PanelFault onClose={() => answerPanel(id, null)}>{sentence}</PanelFault>}
      >
        <Face id={id} takes={takes} />
      </ErrorBoundary>
    );
  });
}

/** Shown in place of a panel that threw. */
function PanelFault({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Popup title="Error" onClose={onClose}>
      {children}
    </Popup>
  );
}
