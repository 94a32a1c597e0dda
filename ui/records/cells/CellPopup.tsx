import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { proxy, ref } from 'valtio/vanilla';
import { focusableIn } from '../../base/focus';
import { listOf } from '../../base/lists';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Loading } from '../../kit/layout/Loading';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import type { Collection } from '../../model/collection';
import type { ListedRecord } from '../../model/record';
import { displayText } from '../../model/recordName';
import { holdsFiles } from '../../model/types/fieldTypes';
import * as unsaved from '../../page/forms/unsaved';
import * as edits from '../edits';
import { createFileChanges } from '../files/fileChanges';
import { createFileLinks } from '../files/recordFileLinks';
import { ValueInput } from '../input/ValueInput';
import { FileInput } from '../types/FileInput';
import { lookOf } from '../types/fieldLooks';
import { useCellError } from '../useEdits';
import type { CellField } from '../values/cellField';
import type { CellEdit, EndEdit } from './cellEdit';

interface Props {
  collection: Collection;
  row: ListedRecord;
  cell: CellField;
  edit: CellEdit;
  onEnd: EndEdit;
}

/** Edits values that need more room than a cell. Reads the complete value first. */
export function CellPopup({ collection, row, cell, edit, onEnd }: Props) {
  const { status, loadError, value } = useSnapshot(edit.state, { sync: true });
  const error = useCellError(collection.id, row.id, cell.key);
  const { field, name } = cell;
  const { icon, hint, help } = lookOf(field);
  return (
    <Popup
      title={`Change ${name}`}
      size="wide"
      closesOnBackdrop={false}
      canClose={() => !edit.isChanged() || unsaved.mayLose('close the popup')}
      onClose={() => onEnd('cancel', '')}
      footer={
        <>
          <CloseButton>Cancel</CloseButton>
          <Button kind="primary" disabled={status !== 'ready'} onClick={() => onEnd('keep', '')}>
            Keep
          </Button>
        </>
      }
    >
      {status === 'failed' && (
        <LoadFailure
          title="The value could not be loaded."
          reason={loadError?.message}
          isBusy={false}
          onRetry={() => void edit.open()}
        />
      )}
      {status === 'loading' && <Loading />}
      {status === 'ready' && (
        <FocusInside>
          {holdsFiles(field) ? (
            <CellFiles collection={collection} row={row} cell={cell} edit={edit} error={error} />
          ) : (
            <Field
              label={name}
              hasNameAsLabel
              icon={icon}
              isRequired={field.required === true}
              error={error}
              hint={hint?.(value)}
              help={help?.(field) ?? displayText(row, collection)}
            >
              {(control) => (
                <ValueInput
                  field={field}
                  control={control}
                  value={value}
                  isRequired={field.required === true}
                  onChange={edit.set}
                />
              )}
            </Field>
          )}
        </FocusInside>
      )}
    </Popup>
  );
}

const textInputs = 'textarea, [contenteditable="true"], [role="textbox"]';

/**
 * Moves the focus to the input as soon as it appears. Before, Close has the focus, and Enter would close the popup.
 */
function FocusInside({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controls = root.current ? focusableIn(root.current) : [];
    (controls.find((one) => one.matches(textInputs)) ?? controls[0])?.focus();
  }, []);
  return <div ref={root}>{children}</div>;
}

interface FilesProps extends Omit<Props, 'onEnd'> {
  error: string | null;
}

function CellFiles({ collection, row, cell, edit, error }: FilesProps) {
  const [files] = useState(() => createFileEdit(collection, row, cell, edit));
  const { change } = useSnapshot(files.state);
  useEffect(() => void files.loadToken(), [files]);
  return (
    <>
      <FileInput editor={files} field={cell.field} change={change} error={error} isChanged={false} />
      {change.added.length > 0 && (
        <p role="status">New files wait in this tab only. They are lost if it is closed before Save.</p>
      )}
    </>
  );
}

/** The files of one cell. Like any other cell, each change is staged at once. */
function createFileEdit(collection: Collection, row: ListedRecord, cell: CellField, edit: CellEdit) {
  const names = listOf(edits.seenInRow(row, cell).before);
  const state = proxy({
    collection: ref(collection),
    recordId: row.id,
    stored: ref({ record: row }),
    fileToken: '',
    change: ref(edits.filesOf(edit.state.value, names)),
  });
  const links = createFileLinks(state);

  const changes = createFileChanges({
    fieldOf: () => cell.field,
    changeOf: () => state.change,
    storedOf: () => names,
    put(_, change) {
      state.change = ref(change);
      edit.set(edits.fileItems(change));
    },
  });

  return {
    state,
    loadToken: links.loadToken,
    ...changes,
    fileAddress: links.fileAddress,
    freshFileAddress: links.freshFileAddress,
    renewFileToken: links.renewToken,
  };
}
