import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { FormPopup } from '../../kit/overlay/FormPopup';
import type { Collection } from '../../model/collection';
import { messageAt } from '../../model/fieldErrors';
import { createForm } from '../../page/forms/form';
import * as unsaved from '../../page/forms/unsaved';
import { nameFault, renameView, saveView } from './viewActs';

interface Props {
  collection: Collection;
  /** The view that gets another name; '' for a new view. */
  own: string;
  /** The name in the address, which may be from a pasted link; '' for none. */
  shown: string;
  onClose: () => void;
}

export function ViewNamePopup({ collection, own, shown, onClose }: Props) {
  const [form] = useState(() => createNameForm(collection, own, shown));
  const { errors } = useSnapshot(form.state);
  const { name } = useSnapshot(form.state.values, { sync: true });

  return (
    <FormPopup
      form={form}
      watch={unsaved.watch}
      mayLose={unsaved.mayLose}
      title={own === '' ? 'Save as new view' : 'Rename the view'}
      submitLabel={own === '' ? 'Save view' : 'Rename'}
      onClose={onClose}
    >
      <Field
        label="Name"
        isRequired
        help={
          own === ''
            ? 'The filter, the sort and the columns are kept in this browser. "Copy link" shares them.'
            : undefined
        }
        error={messageAt(errors, 'name')}
      >
        {(control) => (
          <TextInput {...control} data-autofocus value={name} onChange={(text) => form.set('name', text)} />
        )}
      </Field>
    </FormPopup>
  );
}

function createNameForm(collection: Collection, own: string, shown: string) {
  // Suggests the name of a pasted link, unless it is taken.
  const initial = own || (nameFault(collection, shown, '') === null ? shown : '');
  return createForm({
    initial: { name: initial },
    check({ name }) {
      const message = nameFault(collection, name, own);
      return message === null ? {} : { name: { code: '', message } };
    },
    async save({ name }) {
      if (own === '') saveView(collection, name.trim());
      else renameView(collection, own, name.trim());
    },
  });
}
