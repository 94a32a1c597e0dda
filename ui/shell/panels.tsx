import type { ComponentType, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { lazyScreen } from '../components/lazy/lazyScreen';
import { Popup } from '../components/overlay/Popup';
import { answerPanel, type OpenPanel, type PanelName, type Panels, state } from '../state/panels';
import { ErrorBoundary } from './ErrorBoundary';

/** The props of every panel. A panel calls `answerPanel` with its id after it has closed. */
interface PanelProps<Name extends PanelName> {
  id: number;
  takes: Panels[Name]['takes'];
}

const faces: { [Name in PanelName]: ComponentType<PanelProps<Name>> } = {
  bulkEdit: lazyScreen(async () => (await import('../chunks/desk')).BulkEditPanel),
  collectionEditor: lazyScreen(async () => (await import('../chunks/rules')).CollectionEditorPanel),
  recordEditor: lazyScreen(async () => (await import('../chunks/desk')).RecordEditorPanel),
  deleteRefused: lazyScreen(async () => (await import('../chunks/desk')).DeleteRefusedPopup),
  goneChanges: lazyScreen(async () => (await import('../chunks/desk')).GoneChangesPopup),
  recordExport: lazyScreen(async () => (await import('../chunks/transfer')).ExportPopup),
  recordPreview: lazyScreen(async () => (await import('../chunks/desk')).RecordPreviewPanel),
  recordAccess: lazyScreen(async () => (await import('../chunks/rules')).RecordAccessPanel),
  ruleRequest: lazyScreen(async () => (await import('../chunks/rules')).RequestPopup),
  recordPicker: lazyScreen(async () => (await import('../chunks/desk')).RecordPickerPanel),
  filePicker: lazyScreen(async () => (await import('../chunks/desk')).FilePickerPopup),
  filePreview: lazyScreen(async () => (await import('../chunks/desk')).FilePreviewPopup),
  apiDocs: lazyScreen(async () => (await import('../chunks/rules')).ApiDocsPanel),
  undo: lazyScreen(async () => (await import('../chunks/desk')).UndoPopup),
};

/** The open panels, in the order of opening. A panel that throws shows an error and can be closed. */
export function PanelHost() {
  const open = useSnapshot(state).open as readonly OpenPanel[];
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
