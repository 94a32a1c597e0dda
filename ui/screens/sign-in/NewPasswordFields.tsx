import { Field } from '../../components/form/Field';
import { PasswordInput } from '../../components/form/PasswordInput';
import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import { minPasswordLength, type NewPassword } from './signIn';

interface Props {
  label: string;
  confirmLabel: string;
  values: NewPassword;
  errors: FieldErrors;
  autoFocus?: boolean;
  onChange: (key: keyof NewPassword, text: string) => void;
}

/** A password that is chosen, and once more to be sure. */
export function NewPasswordFields({ label, confirmLabel, values, errors, autoFocus, onChange }: Props) {
  return (
    <>
      <Field
        label={label}
        help={`Minimum ${minPasswordLength} characters.`}
        error={messageAt(errors, 'password')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            size="large"
            name="password"
            autoComplete="new-password"
            required
            minLength={minPasswordLength}
            autoFocus={autoFocus}
            value={values.password}
            onChange={(text) => onChange('password', text)}
          />
        )}
      </Field>
      <Field label={confirmLabel} error={messageAt(errors, 'passwordConfirm')}>
        {(control) => (
          <PasswordInput
            {...control}
            size="large"
            name="passwordConfirm"
            autoComplete="new-password"
            required
            minLength={minPasswordLength}
            value={values.passwordConfirm}
            onChange={(text) => onChange('passwordConfirm', text)}
          />
        )}
      </Field>
    </>
  );
}
