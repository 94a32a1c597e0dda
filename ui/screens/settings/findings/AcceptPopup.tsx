import { useRef, useState } from 'react';
import { Button } from '../../../components/basics/Button';
import { Field } from '../../../components/form/Field';
import { TextArea } from '../../../components/form/TextArea';
import { Popup } from '../../../components/overlay/Popup';
import type { OverlayHandle } from '../../../components/overlay/useOverlay';
import { type Finding, plainText } from '../../../model/findings/finding';
import * as findingMarks from '../../../state/findingMarks';
import css from '../settingsLayout.module.css';

/** Asks for a note and accepts a finding. */
export function AcceptPopup({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const overlay = useRef<OverlayHandle>(null);
  const [note, setNote] = useState('');

  function handleSubmit() {
    findingMarks.accept(finding.key, note.trim());
    overlay.current?.close({ isDone: true });
  }

  return (
    <Popup
      handle={overlay}
      title="Accept a finding"
      onClose={onClose}
      onSubmit={handleSubmit}
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
              onChange={setNote}
            />
          )}
        </Field>
      </div>
    </Popup>
  );
}
