import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Field } from '../../../components/form/Field';
import { TextArea } from '../../../components/form/TextArea';
import { Popup } from '../../../components/overlay/Popup';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { type Finding, plainText } from '../../../model/findings/finding';
import * as findingMarks from '../../../state/findingMarks';
import { createForm } from '../../../state/form';
import * as unsaved from '../../../state/unsaved';
import css from '../settingsLayout.module.css';

/** Asks for a note and accepts a finding. */
export function AcceptPopup({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const overlay = useRef<OverlayHandle>(null);
  const [form] = useState(() =>
    createForm({
      initial: { note: '' },
      save: async ({ note }) => findingMarks.accept(finding.key, note.trim()),
    }),
  );
  const { note } = useSnapshot(form.state.values, { sync: true });

  useEffect(() => unsaved.watch(form.isChanged), [form]);

  async function handleSubmit() {
    if (await form.submit()) overlay.current?.close({ isDone: true });
  }

  return (
    <Popup
      handle={overlay}
      title="Accept a finding"
      canClose={() => !form.isChanged() || unsaved.mayLose('close the popup')}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button kind="quiet" onClick={() => overlay.current?.close()}>
            Cancel
          </Button>
          <Button kind="primary" type="submit">
            Accept
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <p translate="no">{plainText(finding.title)}</p>
        <Field
          label="Note"
          help="Kept in this browser. The finding comes back when the rules or values behind it change."
        >
          {(control) => (
            <TextArea
              {...control}
              data-autofocus
              placeholder="Why is it all right?"
              maxLength={1000}
              value={note}
              onChange={(text) => form.set('note', text)}
            />
          )}
        </Field>
      </div>
    </Popup>
  );
}
