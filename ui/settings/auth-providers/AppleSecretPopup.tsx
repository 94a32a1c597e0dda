import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { durationText, secondsOf } from '../../base/durations';
import { Field } from '../../kit/form/Field';
import { UnitInput } from '../../kit/form/NumberInput';
import { TextArea } from '../../kit/form/TextArea';
import { TextInput } from '../../kit/form/TextInput';
import { FormPopup } from '../../kit/overlay/FormPopup';
import { messageAt } from '../../model/fieldErrors';
import * as unsaved from '../../page/forms/unsaved';
import { durationHelp } from '../settingsRules';
import { type AppleKeyForm, createAppleSecret, secretLife } from './appleSecret';

interface Props {
  clientId: string;
  onGenerated: (made: { clientId: string; secret: string }) => void;
  onClose: () => void;
}

export function AppleSecretPopup({ clientId, onGenerated, onClose }: Props) {
  const [form] = useState(() => createAppleSecret(clientId, onGenerated));
  const { isSaving, errors } = useSnapshot(form.state);
  const values = useSnapshot(form.state.values, { sync: true });

  const inputOf = (key: keyof AppleKeyForm) => ({
    readOnly: isSaving,
    value: values[key],
    autoComplete: 'off',
    onChange: (text: string) => form.set(key, text),
  });

  return (
    <FormPopup
      form={form}
      watch={unsaved.watch}
      mayLose={unsaved.mayLose}
      title="Generate Apple client secret"
      size="wide"
      isBusy={isSaving}
      submitLabel="Generate and set secret"
      cancelLabel="Close"
      writes
      onClose={onClose}
    >
      <div className="twoColumns">
        <Field label="Client ID" isRequired error={messageAt(errors, 'clientId')}>
          {(control) => <TextInput {...control} {...inputOf('clientId')} isMono autoFocus />}
        </Field>
        <Field label="Team ID" isRequired error={messageAt(errors, 'teamId')}>
          {(control) => <TextInput {...control} {...inputOf('teamId')} isMono />}
        </Field>
      </div>
      <div className="twoColumns">
        <Field label="Key ID" isRequired error={messageAt(errors, 'keyId')}>
          {(control) => <TextInput {...control} {...inputOf('keyId')} isMono />}
        </Field>
        <Field
          label="Duration (in seconds)"
          isRequired
          hint={durationText(secondsOf(values.duration) ?? -1)}
          help={`${durationHelp} At most ${secretLife.most} seconds (about 6 months).`}
          error={messageAt(errors, 'duration')}
        >
          {(control) => <UnitInput {...control} {...inputOf('duration')} read={secondsOf} />}
        </Field>
      </div>
      <Field
        label="Private key"
        isRequired
        help="Used once to sign the secret. The server does not store it."
        error={messageAt(errors, 'privateKey')}
      >
        {(control) => (
          <TextArea
            {...control}
            {...inputOf('privateKey')}
            rows={6}
            isMono
            spellCheck={false}
            placeholder={'-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'}
          />
        )}
      </Field>
    </FormPopup>
  );
}
