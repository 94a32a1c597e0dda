import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { RadioGroup } from '../../kit/form/RadioGroup';
import { TextInput } from '../../kit/form/TextInput';
import css from '../../kit/layout/settingsLayout.module.css';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { messageAt } from '../../model/fieldErrors';
import { mailTemplates } from './mailTemplates';
import { createTestMail } from './testMail';

const templates = mailTemplates.map(({ test, title }) => ({ value: test, label: title }));

export function TestMailPopup({ onClose }: { onClose: () => void }) {
  const [form] = useState(createTestMail);
  const { isSaving, errors } = useSnapshot(form.state);
  const { email, template } = useSnapshot(form.state.values, { sync: true });
  const canSend = email.trim() !== '';

  return (
    <Popup
      title="Send test email"
      isBusy={isSaving}
      onClose={onClose}
      onSubmit={() => canSend && form.submit()}
      footer={
        <>
          <CloseButton disabled={isSaving}>Close</CloseButton>
          <Button kind="primary" type="submit" writes icon={Send} isBusy={isSaving} disabled={!canSend}>
            Send
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <RadioGroup
          label="Template"
          options={templates}
          value={template}
          isDisabled={isSaving}
          onChange={(next) => form.set('template', next)}
        />
        {messageAt(errors, 'template') && <p className={css.error}>{messageAt(errors, 'template')}</p>}
        <Field label="To email address" isRequired error={messageAt(errors, 'email')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="email"
              autoComplete="email"
              autoFocus
              readOnly={isSaving}
              value={email}
              onChange={(text) => form.set('email', text)}
            />
          )}
        </Field>
      </div>
    </Popup>
  );
}
