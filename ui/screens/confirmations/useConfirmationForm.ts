import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { messageAt } from '../../model/fieldErrors';
import type { Form } from '../../state/forms/form';

/** Makes the form of a confirmation page. `failure` is shown above its fields; `isDone` once the server accepted it. */
export function useConfirmationForm<Values extends object>(create: () => Form<Values>) {
  const [form] = useState(create);
  const [isDone, setIsDone] = useState(false);
  const { values, errors, isSaving } = useSnapshot(form.state, { sync: true });

  async function submit(): Promise<void> {
    if (await form.submit()) setIsDone(true);
  }

  const failure = messageAt(errors, 'token') ?? messageAt(errors, 'form');
  return { form, values, errors, failure, isSaving, isDone, submit };
}
