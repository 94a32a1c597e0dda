import FileUp from 'lucide-react/icons/file-up';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { joinClasses } from '../../kit/basics/joinClasses';
import { CodeEditor } from '../../kit/code-editor/CodeEditor';
import { Field } from '../../kit/form/Field';
import { FileButton } from '../../kit/form/FileButton';
import { FileDrop } from '../../kit/form/FileDrop';
import { Toggle, type ToggleProps } from '../../kit/form/Toggle';
import { FormSection } from '../../kit/layout/FormSection';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { SettingsPage } from '../../kit/layout/SettingsPage';
import css from '../../kit/layout/settingsLayout.module.css';
import * as collections from '../../page/collections';
import * as unsaved from '../../page/forms/unsaved';
import * as toasts from '../../page/toasts';
import { type CollectionImportForm, createCollectionImportForm } from './collectionImportForm';
import { DetectedChanges } from './DetectedChanges';
import { ImportNotes } from './ImportNotes';
import { ImportReviewPopup } from './ImportReviewPopup';
import { hasChanges } from './plan/importPlan';

export function CollectionImportPage() {
  const [form] = useState(createCollectionImportForm);
  const { isLoaded, loadError, isLoading } = useSnapshot(collections.state);
  const { text, isPending, isReviewing, read } = useSnapshot(form.state);
  const canReview = isLoaded && !isPending && !isLoading && read?.plan != null && hasChanges(read.plan);

  useEffect(() => form.open(), [form]);
  useEffect(() => unsaved.watch(() => form.state.text.trim() !== ''), [form]);

  function handleFiles([file]: File[], leftOut: File[]) {
    if (file) void form.loadFile(file);
    else if (leftOut.length > 0) toasts.error('Failed to load the imported JSON.');
  }

  return (
    <SettingsPage
      title="Import collections"
      isLoading={isLoading || isPending}
      actions={
        <FileButton
          icon={FileUp}
          text="Load from JSON file"
          label="JSON file to load"
          accept=".json,application/json"
          onFile={(file) => void form.loadFile(file)}
        />
      }
      bar={
        <div className={css.bar}>
          <span className={joinClasses(css.acts, css.shared)}>
            {text !== '' && (
              <Button kind="quiet" onClick={form.clear}>
                Clear
              </Button>
            )}
            <Button kind="primary" disabled={!canReview} onClick={() => void form.review()}>
              Review
            </Button>
          </span>
        </div>
      }
    >
      {!isLoaded && loadError ? (
        <LoadFailure
          title="The collections could not be loaded."
          reason={loadError.message}
          onRetry={() => void collections.load()}
        />
      ) : (
        <div className={css.form}>
          <FileDrop accept=".json,application/json" freePlaces={1} onFiles={handleFiles}>
            <FormSection
              title="Collections"
              reason="Paste an export, load it from a file, or drop the file here. You review all changes before the import."
            >
              <TextField form={form} />
              <ImportNotes form={form} />
              <Choices form={form} />
            </FormSection>
            {read?.plan && (
              <FormSection title="Detected changes" reason="Compared with the collections of this server.">
                <DetectedChanges form={form} />
              </FormSection>
            )}
          </FileDrop>
        </div>
      )}
      {isReviewing && <ImportReviewPopup form={form} onClose={form.endReview} />}
    </SettingsPage>
  );
}

function TextField({ form }: { form: CollectionImportForm }) {
  const { text, fault } = useSnapshot(form.state, { sync: true });
  return (
    <Field label="Collections" error={fault || null}>
      {(control) => (
        <CodeEditor
          {...control}
          language="json"
          minHeight={180}
          maxHeight={420}
          placeholder='[{ "id": "...", "name": "...", ... }]'
          value={text}
          onChange={form.setText}
        />
      )}
    </Field>
  );
}

function Choices({ form }: { form: CollectionImportForm }) {
  const { read, merges, deletesMissing } = useSnapshot(form.state);
  return (
    <>
      {read && (
        <Choice
          label="Merge with the existing collections"
          help="Collections and fields that the text does not name stay as they are."
          isOn={merges}
          onChange={form.setMerges}
        />
      )}
      <Choice
        label="Delete missing collections and schema fields"
        help={
          read &&
          'Collections and fields that the text does not name are deleted from this server, with all their records and values.'
        }
        isLoss={deletesMissing && !merges}
        isOn={deletesMissing && !merges}
        isDisabled={merges}
        onChange={form.setDeletesMissing}
      />
    </>
  );
}

interface ChoiceProps extends ToggleProps {
  help: ReactNode;
  /** True if the present choice can lose data. */
  isLoss?: boolean;
}

function Choice({ help, isLoss = false, ...toggle }: ChoiceProps) {
  const helpId = useId();
  return (
    <div className={css.choice}>
      <Toggle {...toggle} aria-describedby={help ? helpId : undefined} />
      {help && (
        <p className={joinClasses(css.reason, isLoss && css.loss)} id={helpId}>
          {help}
        </p>
      )}
    </div>
  );
}
