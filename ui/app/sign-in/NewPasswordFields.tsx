import { Field } from '../../kit/form/Field';
import { PasswordInput } from '../../kit/form/PasswordInput';
import { type FieldErrors, messageAt } from '../../model/fieldErrors';

interface NewPassword {
  password: string;
  passwordConfirm: string;
}

interface NewPasswordFieldsProps {
  label: string;
  confirmLabel: string;
  /** Undefined if only the server knows it. */
  minLength?: number | undefined;
  values: NewPassword;
  errors: FieldErrors;
  autoFocus?: boolean | undefined;
  onChange: (key: keyof NewPassword, text: string) => void;
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label, confirmLabel, minLength, values, errors, autoFocus, onChange } = props;
  const error = messageAt(errors, 'password');
  return (
    <>
      <Field label={label} help={!error && minLength && `Minimum ${minLength} characters.`} error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            size="large"
            name="password"
            autoComplete="new-password"
            required
            minLength={minLength}
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
            minLength={minLength}
            value={values.passwordConfirm}
            onChange={(text) => onChange('passwordConfirm', text)}
          />
        )}
      </Field>
    </>
  );
}
