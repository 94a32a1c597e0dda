import type { ComponentType } from 'react';
import { useSnapshot } from 'valtio';
import { lazyScreen } from '../components/lazy/lazyScreen';
import { answerPanel, type OpenPanel, type PanelName, type Panels, state } from '../state/panels';
import { PanelFault } from './chunks';
import { ErrorBoundary } from './ErrorBoundary';

/** The props of every panel. A panel calls `answerPanel` with its id after it has closed. */
interface PanelProps<Name extends PanelName> {
  id: number;
  takes: Panels[Name]['takes'];
}

const faces: { [Name in PanelName]: ComponentType<PanelProps<Name>> } = {
  bulkEdit: lazyScreen(async () => (await import('../chunks/bulkEdit')).BulkEditPanel),
  collectionEditor: lazyScreen(
    async () => (await import('../chunks/collectionEditor')).CollectionEditorPanel,
  ),
  recordEditor: lazyScreen(async () => (await import('../chunks/recordEditor')).RecordEditorPanel),
  deleteRefused: lazyScreen(async () => (await import('../chunks/recordPanels')).DeleteRefusedPopup),
  goneChanges: lazyScreen(async () => (await import('../chunks/recordPanels')).GoneChangesPopup),
  recordExport: lazyScreen(async () => (await import('../chunks/recordExport')).ExportPopup),
  recordPreview: lazyScreen(async () => (await import('../chunks/recordPanels')).RecordPreviewPanel),
  recordAccess: lazyScreen(async () => (await import('../chunks/recordAccess')).RecordAccessPanel),
  ruleRequest: lazyScreen(async () => (await import('../chunks/seeAs')).RequestPopup),
  recordPicker: lazyScreen(async () => (await import('../chunks/recordPanels')).RecordPickerPanel),
  filePicker: lazyScreen(async () => (await import('../chunks/recordPanels')).FilePickerPopup),
  filePreview: lazyScreen(async () => (await import('../chunks/recordPanels')).FilePreviewPopup),
  apiDocs: lazyScreen(async () => (await import('../chunks/apiDocs')).ApiDocsPanel),
  putBack: lazyScreen(async () => (await import('../chunks/putBack')).PutBackPopup),
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
