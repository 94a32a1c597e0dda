import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Field } from '../../../components/form/Field';
import { TextArea } from '../../../components/form/TextArea';
import { FormPopup } from '../../../components/overlay/FormPopup';
import { type Finding, textOfSentence } from '../../../model/findings/finding';
import * as findingMarks from '../../../state/findingMarks';
import { createForm } from '../../../state/forms/form';
import * as unsaved from '../../../state/forms/unsaved';

/** Asks for a note and accepts a finding. */
export function AcceptPopup({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const [form] = useState(() =>
    createForm({
      initial: { note: '' },
      save: async ({ note }) => findingMarks.accept(finding.key, note.trim()),
    }),
  );
  const { note } = useSnapshot(form.state.values, { sync: true });

  return (
    <FormPopup
      form={form}
      watch={unsaved.watch}
      mayLose={unsaved.mayLose}
      title="Accept a finding"
      submitLabel="Accept"
      onClose={onClose}
    >
      <p translate="no">{textOfSentence(finding.title)}</p>
      <Field
        label="Note"
        help="Kept in this browser. The finding comes back when the rules or values behind it change."
      >
        {(control) => (
          <TextArea
            {...control}
            data-autofocus
            placeholder="Why is this acceptable?"
            maxLength={1000}
            value={note}
            onChange={(text) => form.set('note', text)}
          />
        )}
      </Field>
    </FormPopup>
  );
}
