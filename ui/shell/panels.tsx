import { type ComponentType, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { fromChunk } from '../components/lazy/fromChunk';
import { answerPanel, type PanelName, type Panels, state } from '../state/panels';
import { ErrorBoundary } from './ErrorBoundary';
import { PanelFault } from './lazyParts';

/** What every panel is given. When it has closed it calls `answerPanel` with its id. */
interface PanelProps<Name extends PanelName> {
  id: number;
  takes: Panels[Name]['takes'];
}

const faces: { [Name in PanelName]: ComponentType<PanelProps<Name>> } = {
  collectionEditor: fromChunk(
    async () => (await import('../screens/collection-editor/CollectionEditorPanel')).CollectionEditorPanel,
  ),
  recordEditor: fromChunk(
    async () => (await import('../screens/records/editor/RecordEditorPanel')).RecordEditorPanel,
  ),
  recordPreview: fromChunk(
    async () => (await import('../screens/records/RecordPreviewPanel')).RecordPreviewPanel,
  ),
  recordPicker: fromChunk(
    async () => (await import('../screens/records/pickers/RecordPickerPanel')).RecordPickerPanel,
  ),
  filePicker: fromChunk(
    async () => (await import('../screens/records/pickers/FilePickerPopup')).FilePickerPopup,
  ),
  filePreview: fromChunk(async () => (await import('../screens/records/FilePreviewPopup')).FilePreviewPopup),
  apiDocs: fromChunk(async () => (await import('../screens/api-docs/ApiDocsPanel')).ApiDocsPanel),
};

/** The open panels, in the order of their opening. One that breaks says so and can be closed. */
export function PanelHost() {
  const { open } = useSnapshot(state);
  return open.map(({ id, name, takes }) => {
    const Face = faces[name] as ComponentType<PanelProps<PanelName>>;
    return (
      <ErrorBoundary
        key={id}
        resetKey={String(id)}
        frame={(sentence) => <PanelFault onClose={() => answerPanel(id, null)}>{sentence}</PanelFault>}
      >
        <Suspense fallback={null}>
          <Face id={id} takes={takes} />
        </Suspense>
      </ErrorBoundary>
    );
  });
}
